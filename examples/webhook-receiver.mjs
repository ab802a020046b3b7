// Takes the webhooks of orders and checks that they are ours and fresh, by Standard Webhooks.
// SECRET=whsec_... node examples/webhook-receiver.mjs [port]   (the secret: GET /webhooks/secret)
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const port = Number(process.argv[2] ?? 9000);
const secret = Buffer.from((process.env.SECRET ?? '').replace(/^whsec_/, ''), 'base64');
// Without one anybody could sign.
if (secret.length === 0) {
  console.error('SECRET is missing: GET /webhooks/secret has it');
  process.exit(2);
}
const freshForSeconds = 300;
const seen = new Set();

/** One of the signatures is enough: while a secret is exchanged there are two. */
function isSigned(id, timestamp, signatures, body) {
  const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest();
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const {
    'webhook-id': id = '',
    'webhook-timestamp': timestamp = '',
    'webhook-signature': signature = '',
  } = request.headers;
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < freshForSeconds;
  if (!isFresh || !isSigned(id, timestamp, signature, body)) {
    console.log('refused: not signed by the service');
    return response.writeHead(401).end();
  }
  // A message whose answer was lost comes again under the same id.
  if (!seen.has(id)) console.log(`took ${body}`);
  seen.add(id);
  response.writeHead(204).end();
});
server.listen(port, () => console.log(`listening on ${port}`));
