import { describe, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { enrol, newPerson } from './people.js';

const world = useWorld({}, { jobs: 'when-settled' });

describe('a change of the second factor', () => {
  it('a new second factor leaves an event and a mail, and so does a replacement', async () => {
    const userId = await newPerson(world, 'mona', 'mona@example.org');
    await enrol(world, 'mona');
    await enrol(world, 'mona');
    const { db } = world.platform;
    const mails = await db.mail.findMany({ where: { userId }, orderBy: { id: 'asc' } });
    expect(mails.map(({ template, params }) => [template, params])).toEqual([
      ['second_factor_changed', { change: 'added' }],
      ['second_factor_changed', { change: 'replaced' }],
    ]);
    const where = { userId, kind: 'account.access.changed' };
    expect(await db.outboxEvent.count({ where })).toBe(2);
  });
});
