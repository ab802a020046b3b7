import { Type } from 'typebox';
import { grantsOf } from '../../accounts/account.ts';
import type { Principal } from '../../accounts/principal.ts';
import type { QueryParameters } from '../../catalog/languages/search-parameters.ts';
import { refuse } from '../../catalog/refuse.ts';
import { type Visibility, isVisible, visibilityOfGrants } from '../../catalog/visibility.ts';
import { parseCell, tileSteps } from '../../grid/cell.ts';
import type { Service } from '../../service.ts';
import { PlatformError } from '../../shared/errors.ts';
import { previewOf } from '../../streaming/draw-preview.ts';
import { answerPicture } from '../answer-picture.ts';
import { callerGone } from '../caller-gone.ts';
import { operation } from '../route.ts';
import { visibilityOf } from '../visible-to.ts';
import { refuseUnknown } from '../wire/parts/listing-request.ts';
import { pictureTypes, readFormat } from '../wire/files/picture-request.ts';
import { signedMembers, text } from '../wire/parts/schema-parts.ts';
import { single } from '../wire/parts/single-parameter.ts';

const previewQuery = Type.Object({
  format: Type.Optional(Type.Enum(['jpg', 'jpeg', 'png', 'webp'], { description: 'jpg when absent.' })),
  size: text('Pixels a side, 16 to 1024; 512 when absent.'),
  collection: text('Looks in this collection alone; part of what a signed address shows.'),
  account: text('Whose a signed address is: it shows what that account may still see.'),
  ...signedMembers,
});

const [leastSize, mostSize, usualSize] = [16, 1024, 512];

export const preview = operation({
  summary: 'A picture of an acquisition within a cell of the grid',
  description:
    'North up in the cell’s UTM zone; outside of the data transparent, or white in JPEG. ' +
    'Where some items of the acquisition cannot be read, the others are shown and `Items-Left-Out` says how many. ' +
    'Takes a credential that may search, or an address that the service has signed (`expires`, `signature`); ' +
    'one that is forged, changed or expired is 401.',
  tag: 'Streaming',
  params: Type.Object({
    acquisition: Type.String({ description: '`catalog_id` of the items, else their `acquisition_id`, else their id.' }),
    cell: Type.String({ description: 'A cell of 5 km, such as `Z13-031133231113`.' }),
  }),
  query: previewQuery,
  checksOwnBody: true,
  contentType: pictureTypes.jpeg,
  alsoContentTypes: [pictureTypes.png, pictureTypes.webp],
  errors: [404],
  sends: ['items-left-out'],
  answers: { 200: Type.Unknown({ description: 'The picture.' }), 304: null },
  handle: async (service, call) => {
    const { params, principal, reply } = call;
    const query = call.query as QueryParameters;
    refuseUnknown(query, ...Object.keys(previewQuery.properties));
    const format = readFormat(single(query, 'format') ?? 'jpg');
    const size = readSize(single(query, 'size'));
    const cell = parseCell(params.cell);
    if (cell?.quadkey.length !== tileSteps) return refuse('cell', 'must be a cell such as Z13-031133231113');
    const collection = single(query, 'collection');
    const sight =
      (principal as Principal | null) === null ? await sightOfSigner(service, query) : visibilityOf(principal);
    const seen = collection === null ? sight : new Set(isVisible(collection, sight) ? [collection] : []);
    const request = { acquisition: params.acquisition, cell, size, format };
    return answerPicture(service, call, await previewOf(service, seen, request, callerGone(reply)), format);
  },
});

/** Without a caller it is a signed address, which ends with the account whose it is, and with its grants. */
async function sightOfSigner({ accounts }: Pick<Service, 'accounts'>, query: QueryParameters): Promise<Visibility> {
  const owner = await accounts.byId(single(query, 'account') ?? '');
  if (owner?.account.isActive !== true) throw new PlatformError('unauthorized');
  return visibilityOfGrants(grantsOf(owner));
}

function readSize(given: string | null): number {
  if (given === null) return usualSize;
  const size = Number(given);
  return /^\d{1,4}$/.test(given) && size >= leastSize && size <= mostSize
    ? size
    : refuse('size', `must be a whole number from ${leastSize} to ${mostSize}`);
}
