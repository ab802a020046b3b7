import { accountChangeVerbs } from './account-change-verbs.ts';
import { accountVerbs } from './account-verbs.ts';
import { apiKeyVerbs } from './api-key-verbs.ts';
import { auditVerbs } from './audit-log.ts';
import { oneTimeLinkVerbs } from './one-time-link-verbs.ts';
import { outboxVerbs } from './outbox.ts';
import { passwordVerbs } from './password-verbs.ts';
import { projectVerbs } from './projects.ts';
import { selectionVerbs } from './selection-verbs.ts';
import { sessionVerbs } from './session-verbs.ts';
import { throttleVerbs } from './throttle.ts';
import { vaultVerbs } from './vault-store.ts';

/** Everything that writes: each entry is one transaction, its input and output are plain data. */
export const verbs = {
  ...accountVerbs,
  ...accountChangeVerbs,
  ...passwordVerbs,
  ...apiKeyVerbs,
  ...auditVerbs,
  ...oneTimeLinkVerbs,
  ...outboxVerbs,
  ...projectVerbs,
  ...selectionVerbs,
  ...sessionVerbs,
  ...throttleVerbs,
  ...vaultVerbs,
};

export type Verbs = typeof verbs;
