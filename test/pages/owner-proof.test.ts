import { expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { codeOf, enrol, newPerson, PASSWORD } from './people.js';
import { newVisitor } from './visitor.js';

const world = useWorld({}, { jobs: 'when-settled' });
const LINK = 'Use your second factor instead of the password';

it('an account without a second factor is not offered one in place of the password', async () => {
  await newPerson(world, 'ann');
  const ann = newVisitor(world);
  await ann.signIn('ann', PASSWORD);
  await newPerson(world, 'ben');
  const secret = await enrol(world, 'ben');
  const ben = newVisitor(world);
  await ben.fill('/account/sign-in', { login: 'ben', password: PASSWORD });
  await ben.fill('/account/sign-in/code', { code: codeOf(world, secret) });
  // The proof of the sign-in has expired by then.
  world.clock.advance(16 * 60);
  for (const path of ['/account/delete', '/account/export']) {
    const pages = [await ann.get(path), await ben.get(path)];
    expect(pages.map(({ html }) => html.includes('id="password"'))).toEqual([true, true]);
    expect(pages.map(({ html }) => html.includes(LINK))).toEqual([false, true]);
  }
});
