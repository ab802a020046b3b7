import { mkdir } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { createClient } from '@swath/client';
import type { StartOptions, TestService } from '../../support/start-service.ts';
import { openPagesOf } from './browser-pages.ts';
import { launchChromium } from './chromium.ts';
import { webForTests } from './coarse-world.ts';
import type { Draws } from './draw-no-maps.ts';
import { screenshotFolder } from './photograph.ts';

export type Person = { readonly name: string; readonly email: string; readonly password: string };

/** The real service with the real build, one browser, and people who sign in. */
export type Stage<S extends TestService = TestService> = {
  readonly service: S;
  readonly site: string;
  /** The build that is served. */
  readonly webFolder: string;
  /** Moves the service's clock against the real one. */
  setClockOffset(offsetMs: number): void;
  createAccount(account: object): Promise<unknown>;
  newPerson(name: string): Promise<Person>;
  /** Without maps, unless the test or its file is about them; with the proof all have them. */
  openPage(options?: BrowserContextOptions, draws?: Draws): Promise<Page>;
  /** Problems of all pages opened since the last call: console errors, policy violations, foreign hosts. */
  takeProblems(): string[];
  closePages(): Promise<void>;
  stop(): Promise<void>;
};

export type Start<S> = (settings: Readonly<Record<string, string>>, options: StartOptions) => Promise<S>;

export async function setStageOf<S extends TestService>(
  executablePath: string,
  start: Start<S>,
  draws: Draws,
): Promise<Stage<S>> {
  const [webFolder, browser] = await Promise.all([webForTests(), launchChromium(executablePath)]);
  await mkdir(screenshotFolder, { recursive: true });
  let offsetMs = 0;
  const service = await start({}, { webFolder, clock: { nowMs: () => Date.now() + offsetMs } });
  const site = service.service.config.publicUrl;
  const createAccount = createAccounts(service);
  const problems: string[] = [];
  const pages = openPagesOf(browser, site, (problem) => problems.push(problem));

  return {
    service,
    site,
    webFolder,
    setClockOffset: (ms) => {
      offsetMs = ms;
    },
    createAccount,
    async newPerson(name) {
      const person = personNamed(name);
      await createAccount(person);
      return person;
    },
    openPage: (options, ofPage = draws) => pages.open(ofPage, options),
    takeProblems: () => problems.splice(0),
    closePages: () => pages.close(),
    async stop() {
      await pages.end();
      await service.stop();
    },
  };
}

/** An administrator who signs in once for the whole run: each sign-in costs a slow hash. */
function createAccounts({ url, admin }: TestService): (account: object) => Promise<unknown> {
  let authorization: Promise<string> | undefined;
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const signIn = async () => {
    const login = { grant_type: 'password', username: admin.email, password: admin.password };
    const { access_token } = (await (await post('/authenticate', login)).json()) as { access_token: string };
    return `Bearer ${access_token}`;
  };
  return async (account) => {
    authorization ??= signIn();
    const answer = await post('/admin/accounts', account, { authorization: await authorization });
    if (answer.status !== 201) throw new Error(`No account: ${await answer.text()}`);
    return answer.json();
  };
}

function personNamed(name: string): Person {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
  return { name, email, password: 'quiet-harbour-91-lamps' };
}

export const clientOf = (stage: Stage, person: Person) =>
  createClient({ url: stage.service.url, username: person.email, password: person.password });
