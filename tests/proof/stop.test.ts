import { expect, it, onTestFinished } from 'vitest';
import { createKey, signIn } from '../abuse/support/call.ts';
import { childAdmin, startChild } from '../abuse/support/child-service.ts';
import { stopUnderLoad } from '../abuse/support/stop-under-load.ts';
import { temporaryFolder } from '../abuse/support/temporary-folder.ts';

it('R7: 20 times SIGTERM under 200 keep-alive clients: no accepted request is dropped', async () => {
  const data = temporaryFolder();
  let answered = 0;
  for (let round = 0; round < 20; round++) {
    const service = await startChild(data, { SWATH_LOG_LEVEL: 'info' });
    onTestFinished(() => void service.process.kill('SIGKILL'));
    const { bearer } = await signIn(service.url, childAdmin.email, childAdmin.password);
    const { api_key: key } = await createKey(service.url, bearer);
    answered += await stopUnderLoad(service, key, 200, 2_000);
  }
  console.log({ rounds: 20, answered });
  expect(answered).toBeGreaterThan(40_000);
});
