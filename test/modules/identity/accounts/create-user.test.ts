import { expect, it } from 'vitest';
import { createUser } from '../../../../src/modules/identity/index.js';
import { createSystemContext } from '../../../../src/request/context.js';
import { useWorld } from '../../../harness.js';

const world = useWorld({}, { jobs: 'when-settled' });
const ID = '019a8b1c-7c1e-7000-8000-0123456789ab';

it.each([
  ['an id', ID],
  ['an id in capitals', ID.toUpperCase()],
])('a username in the form of %s is rejected', async (_, username) => {
  const ctx = createSystemContext(world.platform, 'test');
  await expect(createUser(ctx, { username })).rejects.toMatchObject({
    code: 'invalid_input',
    extensions: { fields: [{ field: 'username', code: 'invalid_format' }] },
  });
});

it('a username that only starts like an id is accepted', async () => {
  const ctx = createSystemContext(world.platform, 'test');
  await expect(createUser(ctx, { username: ID.slice(0, -1) })).resolves.toMatch(/-/);
});
