import { accountChangeVerbs } from './account-change-verbs.ts';
import { accountVerbs } from './account-verbs.ts';
import { apiKeyVerbs } from './api-key-verbs.ts';
import { auditVerbs } from './audit-log.ts';
import { ingestJobVerbs } from './ingest-job-verbs.ts';
import { oneTimeLinkVerbs } from './one-time-link-verbs.ts';
import { orderBucketVerbs } from './order-buckets.ts';
import { orderEndVerbs } from './order-end-verbs.ts';
import { orderForgetVerbs } from './order-forget-verb.ts';
import { orderPlaceVerbs } from './order-place-verb.ts';
import { orderRetryVerbs } from './order-retry-verb.ts';
import { orderTileClaimVerbs } from './order-tile-claims.ts';
import { orderTileVerbs } from './order-tile-verbs.ts';
import { orderUndeliveredVerbs } from './order-undelivered-verbs.ts';
import { outboxVerbs } from './outbox.ts';
import { passwordVerbs } from './password-verbs.ts';
import { projectVerbs } from './projects.ts';
import { rateCountVerbs } from './rate-counts.ts';
import { queueSwitchVerbs } from './queue-switch.ts';
import { savedSearchBatchVerbs } from './saved-search-batch-verbs.ts';
import { savedSearchFeedVerbs } from './saved-search-feed-verbs.ts';
import { savedSearchVerbs } from './saved-search-verbs.ts';
import { selectionVerbs } from './selection-verbs.ts';
import { sessionVerbs } from './session-verbs.ts';
import { throttleVerbs } from './throttle.ts';
import { usageVerbs } from './usage-parts.ts';
import { vaultVerbs } from './vault-store.ts';
import { webhookSecretVerbs } from './webhook-secret-verbs.ts';
import { webhookVerbs } from './webhook-verbs.ts';

/** Everything that writes: each entry is one transaction, its input and output are plain data. */
export const verbs = {
  ...accountVerbs,
  ...accountChangeVerbs,
  ...passwordVerbs,
  ...apiKeyVerbs,
  ...auditVerbs,
  ...ingestJobVerbs,
  ...oneTimeLinkVerbs,
  ...orderPlaceVerbs,
  ...orderBucketVerbs,
  ...orderTileClaimVerbs,
  ...orderTileVerbs,
  ...orderEndVerbs,
  ...orderForgetVerbs,
  ...orderUndeliveredVerbs,
  ...orderRetryVerbs,
  ...outboxVerbs,
  ...projectVerbs,
  ...rateCountVerbs,
  ...queueSwitchVerbs,
  ...savedSearchVerbs,
  ...savedSearchFeedVerbs,
  ...savedSearchBatchVerbs,
  ...selectionVerbs,
  ...sessionVerbs,
  ...throttleVerbs,
  ...usageVerbs,
  ...vaultVerbs,
  ...webhookSecretVerbs,
  ...webhookVerbs,
};

export type Verbs = typeof verbs;
