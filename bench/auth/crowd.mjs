// 50 people who sign in at once, in a process of their own so that they do not slow the one that measures.
import { Agent, request } from 'node:http';

const [url, body, count] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(count) });

const signIn = () =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    request(`${url}/authenticate`, { method: 'POST', agent, headers }, (answer) => {
      answer
        .resume()
        .once('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`status ${answer.statusCode}`))));
    })
      .once('error', reject)
      .end(body);
  });

// A line in: everybody signs in. A line out: everybody has.
process.stdin.on('data', async () => {
  await Promise.all(Array.from({ length: Number(count) }, signIn));
  process.stdout.write('done\n');
});
