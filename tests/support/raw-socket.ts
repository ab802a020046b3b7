import { connect } from 'node:net';

/** Sends bytes as they are and reads until the server closes. */
export function exchangeBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(30_000, () => socket.destroy(new Error('the server did not close the connection')));
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    socket.on('error', reject).on('close', () => resolve(received));
  });
}
