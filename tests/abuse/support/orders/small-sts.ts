import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../../../support/listen.ts';

export type SmallSts = {
  readonly endpoint: string;
  /** The requests to assume a role, and who signed them. */
  readonly asked: { readonly form: URLSearchParams; readonly authorization: string }[];
  /** What it refuses with; null while it lends. */
  refusal: string | null;
  close(): Promise<void>;
};

type Lent = { readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken: string };

/** As much of AWS STS as lends keys for a role. */
export async function startSmallSts({ accessKeyId, secretAccessKey, sessionToken }: Lent): Promise<SmallSts> {
  const lent =
    () => `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
    <AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>${secretAccessKey}</SecretAccessKey>
    <SessionToken>${sessionToken}</SessionToken><Expiration>${new Date(Date.now() + 3_600_000).toISOString()}</Expiration>
    </Credentials></AssumeRoleResult></AssumeRoleResponse>`;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await text(request));
    sts.asked.push({ form, authorization: request.headers.authorization ?? '' });
    response.setHeader('content-type', 'text/xml');
    if (sts.refusal === null) response.end(lent());
    else response.writeHead(403).end(refused(sts.refusal));
  };
  const { url, close } = await listen(createServer((request, response) => void answer(request, response)));
  const sts: SmallSts = {
    endpoint: url,
    asked: [],
    refusal: null,
    close,
  };
  return sts;
}

const refused = (code: string) =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>no</Message></Error></ErrorResponse>`;
