import { describe, expect, it } from 'vitest';
import { useWorld } from '../../harness.js';
import { newPerson, PASSWORD } from '../people.js';
import { newVisitor } from '../visitor.js';
import { CHOSEN, linkTo } from './mailbox.js';

const world = useWorld({}, { jobs: 'when-settled' });

describe('an account whose password a thief knows', () => {
  it('the owner of the account chooses a new password by mail and cancels the deletion that the thief requested', async () => {
    const userId = await newPerson(world, 'victim', 'victim@example.org');
    const thief = newVisitor(world);
    await thief.signIn('victim', PASSWORD);
    await thief.fill('/account/delete', { username: 'victim', password: PASSWORD });
    const owner = newVisitor(world);
    await owner.fill('/account/forgot-password', { email: 'victim@example.org' });
    const link = await linkTo(world, 'victim@example.org');
    await newVisitor(world).fill(link, { new: CHOSEN, repeated: CHOSEN });
    expect(await owner.signIn('victim', CHOSEN)).toMatchObject({ status: 303 });
    await owner.fill('/account/delete', {}, { action: '/account/delete/cancel' });
    const { deletionDueAt } = await world.platform.db.user.findUniqueOrThrow({
      where: { id: userId },
    });
    expect(deletionDueAt).toBeNull();
    expect((await owner.get('/account/security')).status).toBe(200);
  });
});
