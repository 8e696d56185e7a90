import { describe, expect, it } from 'vitest';
import { operate } from '../../admin/operator.js';
import { publishedVersion } from '../../publishing.js';
import { alice, bob, entries, inBrowser, modId, useAudit, world } from './audit.js';

useAudit();

describe('audit entries of operators, jobs and sign-ins', () => {
  it.each([
    ['user create --username otto', 'user.created'],
    ['user block --username otto', 'user.blocked'],
    ['user unblock --username otto', 'user.unblocked'],
    ['user role --username otto --role moderator', 'user.role_changed'],
    ['entitlement grant --username otto --subscriber', 'entitlement.granted'],
    ['entitlement revoke --username otto --subscriber', 'entitlement.revoked'],
    ['token create --username otto --scopes mods:read', 'token.created'],
    ['game create --slug ops --name Ops --loaders x --versions 1', 'game.created'],
    ['game content --slug ops --allow ts4_scripts', 'game.content_changed'],
    ['category create --game ops --slug c --name C', 'category.created'],
    ['search reindex', 'search.reindexed'],
    ['demo seed --mods 1', 'demo.seeded'],
  ])('an operator command writes an audit entry under its name: %s', async (line, action) => {
    const { exitCode } = await operate(world, line);
    const requestId = line.split(' --')[0] ?? '';
    const row = await world.platform.db.auditEntry.findFirst({ where: { requestId, action } });
    expect([exitCode, row]).toEqual([
      0,
      expect.objectContaining({ outcome: 'done', actorId: null, credentialKind: 'operator' }),
    ]);
  });

  it('an audit entry of a job has no operator credential', async () => {
    const ids = Object.values(await publishedVersion(world, alice, modId, { version: 'j' }));
    const where = { targetId: { in: ids } };
    const rows = await world.platform.db.auditEntry.findMany({ where });
    const byJobs = rows.filter(({ actorId }) => actorId === null);
    expect(byJobs.length).toBeGreaterThan(0);
    expect(byJobs.map(({ credentialKind }) => credentialKind)).toEqual(byJobs.map(() => null));
  });

  it('the audit entry of a sign-in names the user and the new session', async () => {
    const { userId } = await inBrowser(bob);
    const where = { userId, revokedAt: null };
    const session = await world.platform.db.webSession.findFirstOrThrow({ where });
    const lines = await entries(`targetId: "${session.id}"`);
    expect(lines).toEqual([
      expect.objectContaining({
        action: 'session.started',
        actorId: userId,
        actorName: 'bob',
        credentialKind: 'session',
        credentialId: session.id,
      }),
    ]);
  });
});
