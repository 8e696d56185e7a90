import { expect } from 'vitest';
import { always, type Cell, isMutation } from '../cell.js';
import type { Stage } from '../stage.js';
import type { WireAnswer } from '../wire.js';

/** The audit log of a write (Spec 4.5: the actor and the id of the key, never a secret). */
export const auditCells: readonly Cell[] = [
  {
    name: 'writes an audit entry with the actor, the credential and the target',
    isSampled: always,
    applies: isMutation,
    async check({ stage, fresh, done }) {
      const lines = await linesOf(stage, await done(await fresh()));
      expect(lines.length).toBeGreaterThan(0);
      const credentialId = await credentialIdOf(stage, stage.tokens.full);
      for (const line of lines) {
        const { targetId } = line;
        expect(line).toMatchObject({ outcome: 'done', code: null, ...who(stage, credentialId) });
        expect(targetId).not.toBeNull();
      }
    },
  },
  {
    name: 'writes an audit entry if the credential lacks its scope',
    isSampled: always,
    applies: (operation) => isMutation(operation) && operation.rule.scopes.length > 0,
    async check({ operation, stage, spare, refused }) {
      const [scope] = operation.rule.scopes;
      if (scope === undefined) throw new Error('no scope is needed');
      const token = await stage.tokens.without(scope);
      const lines = await linesOf(
        stage,
        await refused(await spare(), { token }, '403 insufficient_scope'),
      );
      const code = 'insufficient_scope';
      const action = operation.operationId;
      const credentialId = await credentialIdOf(stage, token);
      const expected = { action, outcome: 'refused', code, ...who(stage, credentialId) };
      expect(lines).toMatchObject([expected]);
    },
  },
];

const who = ({ creator }: Stage, credentialId: string) => ({
  actorId: creator.userId,
  credentialKind: 'pat',
  credentialId,
});

function linesOf({ world }: Stage, { headers }: WireAnswer) {
  const requestId = String(headers['x-request-id']);
  return world.platform.db.auditEntry.findMany({ where: { requestId } });
}

async function credentialIdOf({ world }: Stage, token: string): Promise<string> {
  const keyId = token.split('_')[1] ?? '';
  const row = await world.platform.db.credential.findUniqueOrThrow({ where: { keyId } });
  return row.id;
}
