import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { Principal } from '../../accounts/principal.ts';
import type { QueryParameters } from '../../catalog/languages/search-parameters.ts';
import { type FileFormat, fileFormats, isFileFormat } from '../../select/files/formats.ts';
import { findSelect, findSignedSelect } from '../../select/running/find-select.ts';
import { openFile, requireFiles } from '../../select/running/open-file.ts';
import { signFile } from '../../select/running/signed-file.ts';
import type { Selection } from '../../select/selection.ts';
import type { Service } from '../../service.ts';
import { PlatformError } from '../../shared/errors.ts';
import { callerGone } from '../caller-gone.ts';
import { type Call, operation } from '../route.ts';
import { addVary } from '../vary.ts';
import { signedMembers, text } from '../wire/parts/schema-parts.ts';

const types = [...new Set(Object.values(fileFormats).map(({ contentType }) => contentType))];

export const selectFileOperation = operation({
  summary: 'A file of a select',
  description:
    'With a credential it answers `{"download_link"}`, an address that needs none and works for ten minutes. ' +
    'The file itself comes by that address, with `download=1`, or to whoever accepts its own type. ' +
    'A link that is forged, changed or expired is 401.',
  tag: 'Select',
  params: Type.Object({
    file: Type.String({
      description: `The id of the select, a dot, and one of ${Object.keys(fileFormats).join(', ')}.`,
    }),
  }),
  query: Type.Object({
    download: text('1 for the file itself.'),
    ...signedMembers,
  }),
  checksOwnBody: true,
  alsoContentTypes: types,
  errors: [404, 507],
  sends: ['content-disposition'],
  answers: { 200: Type.Unknown({ description: 'The link, or the file.' }) },
  handle: async (service, call) => {
    const { id, format } = readName(call.params.file);
    const principal = call.principal as Principal | null;
    const selection =
      principal === null ? await findSignedSelect(service, id) : await findSelect(service, principal, id);
    requireFiles(selection);
    addVary(call.reply, ['accept']);
    void call.reply.header('cache-control', 'private, no-store');
    if (principal === null || wantsFile(call, format)) return sendFile(service, call, selection, format);
    return { download_link: signFile(service, id, format) };
  },
});

function readName(file: string): { readonly id: string; readonly format: FileFormat } {
  const dot = file.lastIndexOf('.');
  const format = file.slice(dot + 1);
  if (dot < 1 || !isFileFormat(format)) throw new PlatformError('not_found');
  return { id: file.slice(0, dot), format };
}

function wantsFile({ request }: Pick<Call, 'request'>, format: FileFormat): boolean {
  if ((request.query as QueryParameters)['download'] === '1') return true;
  const { contentType } = fileFormats[format];
  return (request.headers.accept ?? '').split(',').some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === contentType && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

/** The page brings its own script, which may act for nobody: it has no origin, and reaches no host. */
const pagePolicy =
  "sandbox allow-scripts allow-popups; default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

async function sendFile(
  service: Service,
  { request, reply }: Call,
  selection: Selection,
  format: FileFormat,
): Promise<Readable> {
  if (format === 'gpkg') await service.room.require();
  const { contentType, fileName, body } = openFile(service, selection, format, callerGone(reply));
  const disposition = format === 'html' ? 'inline' : 'attachment';
  void reply.type(contentType).header('content-disposition', `${disposition}; filename="${fileName}"`);
  void reply.header('content-security-policy', format === 'html' ? pagePolicy : "default-src 'none'; sandbox");
  return request.method === 'HEAD' ? Readable.from([]) : Readable.from(body, { objectMode: false });
}
