import type {
  AccountStore,
  AuditLog,
  OneTimeLinkStore,
  PasswordHasher,
  SessionStore,
  ThrottleStore,
} from './accounts/ports.ts';
import type { ApiKeyStore, ProjectStore } from './api-keys/ports.ts';
import type { Buckets } from './buckets/ports.ts';
import type { Catalog } from './catalog/ports.ts';
import type { Config } from './config.ts';
import type { Exporter } from './exports/ports.ts';
import type { ExportTurns } from './exports/turns.ts';
import type { FeatureFileWriter } from './geometry/feature-layers.ts';
import type { BacklogReader, Machine, Room } from './health/ports.ts';
import type { ImageryReader, LocalFiles } from './imagery/ports.ts';
import type { RememberedPictures } from './imagery/render/remember-pictures.ts';
import type { IngestJobStore, JobFiles } from './ingest/jobs/ports.ts';
import type { MailOutbox, WebhookSender, WebhookStore } from './notifications/ports.ts';
import type { ManagedFolders, OrderStore, QueueSwitch } from './orders/ports.ts';
import type { ArrivalMatcher, SavedSearchStore } from './saved-searches/ports.ts';
import type { TrialTurns } from './saved-searches/trial-turns.ts';
import type { SelectionStore, Surveyor } from './select/ports.ts';
import type { SurveysUnderWay } from './select/running/under-way.ts';
import type { Clock } from './shared/clock.ts';
import type { Log } from './shared/log.ts';
import type { Tracer } from './shared/tracer.ts';
import type { RequestCounter } from './usage/count-requests.ts';
import type { RateCounts, UsageLog } from './usage/ports.ts';
import type { Vault } from './vault/vault.ts';
import type { PageMemory } from './wfs/page-memory.ts';
import type { FeatureSource } from './wfs/ports.ts';

/** Everything a use case may ask for; each names the few it needs with `Pick<Service, ...>`. */
export type Service = {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly tracer: Tracer;
  readonly vault: Vault;
  readonly hasher: PasswordHasher;
  readonly accounts: AccountStore;
  readonly sessions: SessionStore;
  readonly oneTimeLinks: OneTimeLinkStore;
  readonly throttle: ThrottleStore;
  readonly audit: AuditLog;
  readonly apiKeys: ApiKeyStore;
  readonly projects: ProjectStore;
  readonly outbox: MailOutbox;
  readonly webhooks: WebhookStore;
  readonly webhookSender: WebhookSender;
  readonly orders: OrderStore;
  readonly queue: QueueSwitch;
  readonly managedFolders: ManagedFolders;
  readonly usageLog: UsageLog;
  readonly requestCounts: RequestCounter;
  /** Null where this is the only node. */
  readonly rateCounts: RateCounts | null;
  readonly buckets: Buckets;
  readonly catalog: Catalog;
  /** What the catalogue does by itself. */
  readonly catalogWork: { readonly isTended: () => boolean };
  readonly backlog: BacklogReader;
  readonly machine: Machine;
  readonly room: Room;
  /** Writes what searches find as files, away from the thread that answers requests. */
  readonly exporter: Exporter;
  readonly exportTurns: ExportTurns;
  /** Writes what searches find as features of WFS, likewise. */
  readonly features: FeatureSource;
  readonly featureTurns: ExportTurns;
  readonly featurePages: PageMemory;
  /** Opens imagery of the archive to look at it; what takes long is done elsewhere. */
  readonly imagery: ImageryReader;
  readonly ingestJobs: IngestJobStore;
  readonly jobFiles: JobFiles;
  readonly selections: SelectionStore;
  readonly savedSearches: SavedSearchStore;
  readonly arrivalMatcher: ArrivalMatcher;
  readonly trialTurns: TrialTurns;
  readonly surveyor: Surveyor;
  readonly surveysUnderWay: SurveysUnderWay;
  readonly writeGeoPackage: FeatureFileWriter;
  readonly pictures: RememberedPictures;
  /** Of the archive's folders alone. */
  readonly files: LocalFiles;
  /** Throws `unavailable` when the store cannot answer. */
  readonly checkStore: () => Promise<void>;
  /** Changes with every commit; null where the store has no such number. */
  readonly storeVersion: () => number | null;
  readonly isStopping: () => boolean;
};
