import { accountChangeVerbs } from './accounts/account-change-verbs.ts';
import { accountVerbs } from './accounts/account-verbs.ts';
import { apiKeyVerbs } from './api-keys/api-key-verbs.ts';
import { auditVerbs } from './accounts/audit-log.ts';
import { ingestJobVerbs } from './ingest/ingest-job-verbs.ts';
import { oneTimeLinkVerbs } from './accounts/one-time-link-verbs.ts';
import { orderBucketVerbs } from './orders/order-buckets.ts';
import { orderEndVerbs } from './orders/running/order-end-verbs.ts';
import { orderForgetVerbs } from './orders/running/order-forget-verb.ts';
import { orderPlaceVerbs } from './orders/order-place-verb.ts';
import { orderRetryVerbs } from './orders/running/order-retry-verb.ts';
import { orderTileClaimVerbs } from './orders/running/order-tile-claims.ts';
import { orderTileVerbs } from './orders/running/order-tile-verbs.ts';
import { orderUndeliveredVerbs } from './orders/running/order-undelivered-verbs.ts';
import { outboxVerbs } from './notifications/outbox.ts';
import { passwordVerbs } from './accounts/password-verbs.ts';
import { projectVerbs } from './api-keys/projects.ts';
import { rateCountVerbs } from './usage/rate-counts.ts';
import { queueSwitchVerbs } from './orders/running/queue-switch.ts';
import { savedSearchBatchVerbs } from './saved-searches/saved-search-batch-verbs.ts';
import { savedSearchFeedVerbs } from './saved-searches/saved-search-feed-verbs.ts';
import { savedSearchVerbs } from './saved-searches/saved-search-verbs.ts';
import { selectionVerbs } from './selections/selection-verbs.ts';
import { sessionVerbs } from './accounts/session-verbs.ts';
import { throttleVerbs } from './accounts/throttle.ts';
import { usageVerbs } from './usage/usage-parts.ts';
import { vaultVerbs } from './vault-store.ts';
import { webhookSecretVerbs } from './notifications/webhook-secret-verbs.ts';
import { webhookVerbs } from './notifications/webhook-verbs.ts';

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
