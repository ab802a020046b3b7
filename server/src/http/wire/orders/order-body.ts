import { Type } from 'typebox';
import { nullIsAbsent } from '../parts/null-is-absent.ts';
import { text } from '../parts/schema-parts.ts';

// For the document alone: what comes is read with messages that name member and rule.

const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

const acquisition = Type.Union([
  Type.String(),
  Type.Object({
    id: Type.String(),
    cells: Type.Optional(Type.Array(Type.String(), { description: 'Also as `cell_ids`; all when absent or empty.' })),
  }),
]);

const notification = Type.Union([
  Type.Object({ type: Type.Literal('email'), address: Type.String() }),
  Type.Object({ type: Type.Literal('webhook'), url: Type.String() }),
]);

const settings = Type.Object({
  hd: flag('The visual raster at twice the pixel density.'),
  clip_to_aoi: flag('What lies outside the area of interest holds no data.'),
  grid: Type.Optional(
    Type.Enum(['source', 'cell'], { description: 'Pixels of the source, or such that dates stack.' }),
  ),
  visual: flag('On when absent, as the following.'),
  ms_analytic: flag('Where the archive has it.'),
  pan_analytic: flag('Where the archive has it.'),
  data_mask: flag('The outline of what is shown.'),
  cloud_mask: flag('Where the archive has drawn the clouds.'),
});

/** Where it goes. */
export const bucketMembers = {
  output_config: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        '`{"bucket", "prefix"}`, with `role_arn` or keys where needed, or the same within `amazon_s3`; ' +
        "the bucket `managed` is the service's own.",
    }),
  ),
  bucket: text('Instead of `output_config`: a name or `s3://name/prefix`.'),
  prefix: text('Beside `bucket`.'),
};

export const orderBody = nullIsAbsent(
  Type.Object(
    {
      select_id: text(
        'What a select has chosen, until it expires; else `acquisitions`, whole unless cells or an area are given.',
      ),
      acquisitions: Type.Optional(Type.Array(acquisition)),
      intersects: Type.Optional(Type.Unknown({ description: 'With `acquisitions`: as in a select.' })),
      bbox: Type.Optional(Type.Array(Type.Number(), { minItems: 4, maxItems: 6 })),
      ...bucketMembers,
      notifications: Type.Optional(Type.Array(notification)),
      settings: Type.Optional(settings),
      hd: flag('The same as `settings.hd`.'),
      dry_run: flag('Checks all, also the bucket, and answers usage and cost; nothing is ordered.'),
      metadata: Type.Optional(Type.Unknown({ description: 'Whatever the caller wants to find again.' })),
    },
    {
      examples: [
        {
          select_id: '5725301122138062875',
          output_config: { bucket: 'managed', prefix: '' },
          notifications: [{ type: 'email', address: 'you@example.com' }],
          settings: { hd: false },
        },
        { acquisitions: [{ id: '103001005D31F500', cells: ['Z13-031133231113'] }], bucket: 'demo', dry_run: true },
      ],
    },
  ),
);

export const orderHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'The same key with the same body answers the same order for 30 days; with another body it is 422.',
    }),
  ),
});
