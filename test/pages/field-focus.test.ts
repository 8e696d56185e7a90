import { beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { newPerson, PASSWORD } from './people.js';
import { newVisitor, type PageAnswer, type Visitor } from './visitor.js';

const world = useWorld({}, { jobs: 'when-settled' });
let ida: Visitor;

beforeAll(async () => {
  await newPerson(world, 'ida');
  ida = newVisitor(world);
  await ida.signIn('ida', PASSWORD);
});

/** The ids of the fields that ask for the focus, in the order of the page. */
const focusedIn = ({ html }: PageAnswer) =>
  [...html.matchAll(/<(?:input|textarea)[^>]* id="([\w-]+)"[^>]* autofocus/g)].map(([, id]) => id);

describe('a form that is shown again with an error', () => {
  it.each([
    ['/account/sign-up', { username: 'nova', email: 'nova@', password: 'long enough 1' }, 'email'],
    ['/account/sign-up', { username: '', email: 'n@example.org', password: 'x' }, 'username'],
  ])('%s with %j focuses the first wrong field, %s', async (path, fields, id) => {
    const refused = await newVisitor(world).fill(path, fields);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(focusedIn(refused)[0]).toBe(id);
  });

  it.each([
    ['/account/delete', { username: 'Ida', password: PASSWORD }, 'username'],
    ['/account/delete', { username: 'ida', password: 'wrong' }, 'password'],
    ['/account/export', { password: 'wrong' }, 'password'],
    ['/account/security/email', { email: 'i@example.org', password: 'wrong' }, 'password'],
    ['/account/developer/applications/new/public', { redirect_uris: 'https://a.example' }, 'name'],
    ['/account/keys/new', { name: 'CI', days: '30' }, 'scopes-0'],
  ])(
    '%s with %j focuses the first wrong field, %s, of a signed-in user',
    async (path, fields, id) => {
      const refused = await ida.fill(path, fields);
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(focusedIn(refused)[0]).toBe(id);
    },
  );
});
