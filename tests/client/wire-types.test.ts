import type { Static } from 'typebox';
import { expectTypeOf, test } from 'vitest';
import type * as client from '@swath/client';
import type {
  accountSchema,
  holdingsSchema,
  memberSchema,
  organizationEntrySchema,
} from '../../server/src/http/wire/accounts/account-record.ts';
import type {
  keyRecordSchema,
  keyRequestSchema,
  listedKeySchema,
} from '../../server/src/http/wire/accounts/api-key-record.ts';
import type { aggregationCollectionSchema } from '../../server/src/http/wire/catalog/aggregation-collection.ts';
import type { bucketTestBody, bucketTestSchema } from '../../server/src/http/wire/orders/bucket-test.ts';
import type { cellFeatureSchema } from '../../server/src/http/wire/selects/grid-cells.ts';
import type { orderBody } from '../../server/src/http/wire/orders/order-body.ts';
import type * as orders from '../../server/src/http/wire/orders/order-schemas.ts';
import type { chosenAcquisitionSchema } from '../../server/src/http/wire/selects/select-acquisition-record.ts';
import type * as selects from '../../server/src/http/wire/selects/select-schemas.ts';
import type { healthSchema } from '../../server/src/http/wire/operating/health-record.ts';
import type { jobSchema } from '../../server/src/http/wire/operating/ingest-job-record.ts';
import type { ingestBody } from '../../server/src/http/wire/operating/ingest-request.ts';
import type { searchBody } from '../../server/src/http/wire/catalog/search-schemas.ts';
import type { selfSchema } from '../../server/src/http/wire/accounts/self-record.ts';
import type { collectionSchema, itemSchema } from '../../server/src/http/wire/catalog/stac-schemas.ts';
import type {
  matchSchema,
  savedSearchBody,
  savedSearchSchema,
  trialSchema,
} from '../../server/src/http/wire/notices/saved-search-schemas.ts';
import type { accountUsageSchema, breakdownSchema } from '../../server/src/http/wire/operating/usage-schemas.ts';
import type { fullDeliverySchema, testSchema } from '../../server/src/http/wire/notices/webhook-record.ts';

// Held by the compiler: a member that the service drops or changes is an error here.

test('what the service answers is what the client says it does', () => {
  expectTypeOf<Static<typeof orders.orderSchema>>().toExtend<client.Order>();
  expectTypeOf<Static<typeof orders.orderStateSchema>>().toExtend<client.OrderState>();
  expectTypeOf<Static<typeof orders.dryRunSchema>>().toExtend<client.DryRun>();
  expectTypeOf<Static<typeof orders.orderTileSchema>>().toExtend<client.OrderTile>();
  expectTypeOf<Static<typeof orders.orderFileSchema>>().toExtend<client.OrderFile>();
  expectTypeOf<Static<typeof bucketTestSchema>>().toExtend<client.BucketTest>();
  expectTypeOf<Static<typeof selects.listedSchema>>().toExtend<client.ListedSelect>();
  expectTypeOf<Static<typeof selects.selectSchema>>().toExtend<client.Select>();
  expectTypeOf<Static<typeof chosenAcquisitionSchema>>().toExtend<client.SelectedAcquisition>();
  expectTypeOf<Static<typeof accountUsageSchema>>().toExtend<client.UsageReport>();
  expectTypeOf<Static<typeof fullDeliverySchema>>().toExtend<client.WebhookDelivery>();
  expectTypeOf<Static<typeof testSchema>>().toExtend<client.WebhookTest>();
  expectTypeOf<Static<typeof accountSchema>>().toExtend<client.Account>();
  expectTypeOf<Static<typeof memberSchema>>().toExtend<client.Member>();
  type Aggregations = Static<typeof aggregationCollectionSchema>['aggregations'];
  expectTypeOf<Aggregations[number]>().toExtend<client.Aggregation>();
  expectTypeOf<Static<typeof cellFeatureSchema>>().toExtend<client.Cell>();
  expectTypeOf<Static<typeof organizationEntrySchema>>().toExtend<client.OrganizationEntry>();
  expectTypeOf<Static<typeof holdingsSchema>>().toExtend<client.Holdings>();
  expectTypeOf<Static<typeof healthSchema>>().toExtend<client.Health>();
  expectTypeOf<Static<typeof jobSchema>>().toExtend<client.IngestJob>();
  expectTypeOf<Static<typeof savedSearchSchema>>().toExtend<client.SavedSearch>();
  expectTypeOf<Static<typeof matchSchema>>().toExtend<client.SearchMatch>();
  expectTypeOf<Static<typeof trialSchema>>().toExtend<client.SearchTrial>();
  expectTypeOf<Static<typeof breakdownSchema>>().toExtend<client.UsageBreakdown>();
  expectTypeOf<Static<typeof selfSchema>>().toExtend<client.Self>();
  expectTypeOf<Static<typeof listedKeySchema>>().toExtend<client.ApiKeyRecord>();
  expectTypeOf<Static<typeof keyRecordSchema>['api_key']>().toExtend<client.ApiKeyWithValue['api_key']>();
});

test('an item and a collection are what the client says they are, whatever else they hold', () => {
  type Members<T, K extends keyof T> = { [P in K]: T[P] };
  expectTypeOf<Static<typeof itemSchema>>().toExtend<
    Members<client.Item, 'type' | 'id' | 'collection' | 'geometry' | 'bbox' | 'properties' | 'assets'>
  >();
  expectTypeOf<Static<typeof collectionSchema>>().toExtend<
    Members<client.Collection, 'type' | 'id' | 'description' | 'extent'>
  >();
});

test('what the client sends is what the service takes', () => {
  type Sent<T> = { -readonly [K in keyof T]: T[K] };
  expectTypeOf<Sent<Required<client.OrderRequest>>['settings']>().toExtend<
    Readonly<Partial<NonNullable<Static<typeof orderBody>['settings']>>>
  >();
  expectTypeOf<keyof client.OrderRequest>().toExtend<keyof Static<typeof orderBody>>();
  expectTypeOf<keyof Parameters<client.Buckets['test']>[0]>().toExtend<keyof Static<typeof bucketTestBody>>();
  expectTypeOf<keyof client.IngestRequest>().toExtend<keyof Static<typeof ingestBody>>();
  expectTypeOf<keyof client.NewSavedSearch>().toExtend<keyof Static<typeof savedSearchBody>>();
  expectTypeOf<keyof client.SearchRequest>().toExtend<keyof Static<typeof searchBody>>();
  expectTypeOf<keyof client.NewApiKey>().toExtend<keyof Static<typeof keyRequestSchema>>();
  expectTypeOf<keyof client.SelectRequest>().toExtend<keyof Static<typeof selects.selectBody>>();
});
