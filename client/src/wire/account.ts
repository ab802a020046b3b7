export type Account = {
  readonly id: string;
  readonly organization_id: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly permissions: readonly string[];
  readonly active: boolean;
  readonly created: string;
  readonly modified: string;
};

export type Organization = {
  readonly id: string;
  readonly name: string;
  readonly limits: Readonly<Record<string, number>>;
  readonly prices: Readonly<Record<string, number | null>>;
  /** What its members may see; null is everything. */
  readonly collections: readonly string[] | null;
};

/** An organization among others. */
export type OrganizationEntry = Organization & {
  readonly accounts: number;
  readonly active_accounts: number;
  readonly created: string;
};

/** What a deactivation would end (keys, sessions), what goes on (orders) and what tells nothing more (searches). */
export type Holdings = {
  readonly keys: number;
  readonly sessions: number;
  readonly running_orders: number;
  readonly saved_searches: number;
};

export type Member = Account & { readonly organization: Organization };

export type NewAccount = {
  readonly email: string;
  readonly name?: string;
  readonly role?: string;
  readonly permissions?: readonly string[];
  readonly password?: string;
  /** Sends an invitation by mail. */
  readonly invite?: boolean;
  /** Joins this organization; else one is made. */
  readonly organization_id?: string;
  readonly organization?: string;
};

export type CreatedAccount = Member & { readonly one_time_password?: string; readonly invitation_url?: string };

export type AccountChange = {
  readonly name?: string;
  readonly role?: string;
  readonly permissions?: readonly string[];
  /** False ends its tokens and keys at once and for good. */
  readonly active?: boolean;
  readonly limits?: Readonly<Record<string, number>>;
  readonly prices?: Readonly<Record<string, number | null>>;
  readonly collections?: readonly string[] | null;
};

export type ChangedAccount = Member & { readonly ended?: { readonly keys: number; readonly sessions: number } };

export type AuditEntry = {
  readonly id: string;
  readonly at: string;
  readonly actor_id: string | null;
  readonly actor: string;
  readonly action: string;
  readonly target_id: string | null;
  readonly detail: unknown;
  readonly address: string | null;
  readonly request_id: string | null;
};
