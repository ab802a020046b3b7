import { expect, test } from 'vitest';
import type { Stage } from '../support/stage.ts';
import { chooseFromProfile, createKey, fillSignIn, headings, signIn } from '../support/steps.ts';

export function sessionSuite(getStage: () => Stage): void {
  test('a wrong password says so with the request id and keeps the address; the right one signs in', async () => {
    const stage = getStage();
    const ada = await stage.newPerson('Ada Lovelace');
    const page = await stage.openPage();
    await page.goto('/');
    await fillSignIn(page, { email: ada.email, password: 'not the password' });
    const alert = page.getByRole('alert');
    expect(await alert.textContent()).toMatch(/combination not recognized.*Request id [0-9a-f-]{36}/s);
    expect(await alert.getByRole('link').getAttribute('href')).toBe('/reset-password');
    expect(await page.locator('#username').inputValue()).toBe(ada.email);

    await fillSignIn(page, ada);
    await headings(page, 'Hello, Ada Lovelace').waitFor();
  });

  test('an address with letters beyond ASCII signs in as it is written', async () => {
    const stage = getStage();
    const person = { name: 'Jörg Dürer', email: 'jörg.dürer@bücher.example', password: 'quiet-harbour-91-lamps' };
    await stage.createAccount(person);
    const page = await stage.openPage();
    await page.goto('/app');
    await fillSignIn(page, person);
    await headings(page, 'Hello, Jörg Dürer').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('the fields are those that password managers look for', async () => {
    const page = await getStage().openPage();
    await page.goto('/app');
    const field = (id: string) => page.locator(`form[method=post] #${id}`);
    expect(await field('username').getAttribute('autocomplete')).toBe('username');
    expect(await field('password').getAttribute('autocomplete')).toBe('current-password');
    expect(await field('password').getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await field('password').getAttribute('type')).toBe('text');
  });

  test('a reload keeps the session, at the address that was open', async () => {
    const stage = getStage();
    const page = await stage.openPage();
    await signIn(page, await stage.newPerson('Grace Hopper'), '/app/api-key');
    await headings(page, 'API Key').waitFor();
    await page.reload();
    await headings(page, 'API Key').waitFor();
    expect(new URL(page.url()).pathname).toBe('/app/api-key');
  });

  test('the secret of the session is out of reach of scripts and nothing is stored', async () => {
    const stage = getStage();
    const page = await stage.openPage();
    await page.goto('/app');
    await fillSignIn(page, await stage.newPerson('Mary Ward'));
    await headings(page, /^Hello/).waitFor();
    const readable = await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length]);
    expect(readable).toEqual(['', 0, 0]);
    const [cookie, ...others] = await page.context().cookies();
    expect(others).toEqual([]);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  });

  test('sign out ends the session and its token on the service, not only on the screen', async () => {
    const stage = getStage();
    const page = await stage.openPage();
    await signIn(page, await stage.newPerson('Alan Turing'));
    const listing = page.waitForRequest(/\/api-key\/api\/v2\/api-key$/);
    await chooseFromProfile(page, 'API Key');
    const authorization = (await (await listing).allHeaders())['authorization'] ?? '';
    const cookies = await page.context().cookies();
    const self = () => fetch(`${stage.service.url}/auth/self`, { headers: { authorization } });
    expect((await self()).status).toBe(200);

    await chooseFromProfile(page, 'Sign out');
    await headings(page, 'Sign in').waitFor();
    expect((await self()).status).toBe(401);
    await page.context().addCookies(cookies);
    await page.reload();
    await headings(page, 'Sign in').waitFor();
  });

  test('who signs out in one tab is out in all of them', async () => {
    const stage = getStage();
    const person = await stage.newPerson('Katherine of Tabs');
    const page = await stage.openPage();
    await signIn(page, person, '/app/api-key');
    await createKey(page, 'seen');
    const other = await page.context().newPage();
    await other.goto('/app');
    await chooseFromProfile(other, 'Sign out');
    await headings(page, 'Sign in').waitFor();
    expect(await page.getByText('seen').count()).toBe(0);
    await fillSignIn(page, person);
    await headings(page, 'API Key').waitFor();
  });

  test('who signs in as somebody else in another tab does not act as that one in this', async () => {
    const stage = getStage();
    const [ada, grace] = [await stage.newPerson('Ada of Tabs'), await stage.newPerson('Grace of Tabs')];
    const page = await stage.openPage();
    // Else the first page may ask for its orders only when Ada is out, and find that out by itself.
    const asked = page.waitForResponse(/\/order\?/);
    await signIn(page, ada);
    await asked;
    const other = await page.context().newPage();
    await other.request.delete('/auth/session');
    await signIn(other, grace);
    await headings(other, 'Hello, Grace of Tabs').waitFor();

    await chooseFromProfile(page, 'API Key');
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.waitFor();
    await again.getByRole('button', { name: 'Use another account' }).click();
    await fillSignIn(page, grace);
    await headings(page, 'API Key').waitFor();
    expect(await page.getByRole('button', { name: /^Profile menu/ }).textContent()).toContain('Grace of Tabs');
  });

  test('an account is offered what it may do, and nothing else', async () => {
    const stage = getStage();
    const person = { name: 'Nobody Much', email: 'nobody.much@example.com', password: 'gentle-river-stones-8' };
    await stage.createAccount({ ...person, permissions: ['stream'] });
    const page = await stage.openPage();
    await signIn(page, person);
    await headings(page, 'Hello, Nobody Much').waitFor();
    const offered = (name: string) => page.getByRole('link', { name, exact: true }).count();
    expect(await offered('Create one')).toBe(1);
    for (const name of ['Explore', 'Explore the archive', 'Orders', 'See your orders'])
      expect(await offered(name)).toBe(0);
  });

  test('a changed password is the one that works', async () => {
    const stage = getStage();
    const person = await stage.newPerson('Emmy Noether');
    const page = await stage.openPage();
    await signIn(page, person);
    await chooseFromProfile(page, 'Change password');
    await page.locator('#current-password').fill('wrong');
    await page.locator('#new-password').fill('gentle-river-stones-7');
    await page.getByRole('button', { name: 'Change password', exact: true }).click();
    expect(await page.getByRole('alert').textContent()).toContain('The current password is not');
    await page.locator('#current-password').fill(person.password);
    await page.getByRole('button', { name: 'Change password', exact: true }).click();
    await page.getByText('Your password is changed').waitFor();
    await chooseFromProfile(page, 'Sign out');
    await fillSignIn(page, { ...person, password: 'gentle-river-stones-7' });
    await headings(page, 'Change password').waitFor();
  });
}
