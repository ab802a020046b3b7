import type { Static } from 'typebox';
import { expectTypeOf, test } from 'vitest';
import type * as client from '@swath/client';
import type {
  accountSchema,
  holdingsSchema,
  memberSchema,
  organizationEntrySchema,
} from '../../server/src/http/wire/account-record.ts';
import type { aggregationCollectionSchema } from '../../server/src/http/wire/aggregation-collection.ts';
import type { bucketTestBody, bucketTestSchema } from '../../server/src/http/wire/bucket-test.ts';
import type { cellFeatureSchema } from '../../server/src/http/wire/grid-cells.ts';
import type { orderBody } from '../../server/src/http/wire/order-body.ts';
import type * as orders from '../../server/src/http/wire/order-schemas.ts';
import type { chosenAcquisitionSchema } from '../../server/src/http/wire/select-acquisition-record.ts';
import type * as selects from '../../server/src/http/wire/select-schemas.ts';
import type { healthSchema } from '../../server/src/http/wire/health-record.ts';
import type { jobSchema } from '../../server/src/http/wire/ingest-job-record.ts';
import type { ingestBody } from '../../server/src/http/wire/ingest-request.ts';
import type {
  matchSchema,
  savedSearchBody,
  savedSearchSchema,
  trialSchema,
} from '../../server/src/http/wire/saved-search-schemas.ts';
import type { accountUsageSchema, breakdownSchema } from '../../server/src/http/wire/usage-schemas.ts';
import type { fullDeliverySchema, testSchema } from '../../server/src/http/wire/webhook-record.ts';

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
  expectTypeOf<keyof client.SelectRequest>().toExtend<keyof Static<typeof selects.selectBody>>();
});
