import { getNullableType, isLeafType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { routes } from '../../../rest-facade/routes/index.js';
import { fields, mutations } from '../../contract/permissions/fields.js';
import { everyNth } from '../../rounds.js';
import { alice, rowsOf, useAudit } from './audit.js';
import { WRITES } from './audit-writes.js';

useAudit();

describe('audit entries of writes', () => {
  it('every mutation without a REST route is covered by this test', () => {
    const others = mutations.filter(({ name }) => !Object.hasOwn(routes, name));
    expect(Object.keys(WRITES).toSorted()).toEqual(others.map(({ name }) => name).toSorted());
  });

  it.each(everyNth(Object.keys(WRITES), 12))(
    '%s writes an audit entry with its actor, its credential and its target',
    async (name) => {
      const { actor, args = '' } = (await WRITES[name]?.()) ?? { actor: alice };
      const type = fields.get(name)?.type;
      if (!type) throw new Error(`there is no field ${name}`);
      const selection = isLeafType(getNullableType(type)) ? '' : ' { __typename }';
      const answer = await actor.graphql(`mutation { ${name}${args}${selection} }`);
      expect(answer.body.errors).toBeUndefined();
      const rows = await rowsOf(answer);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        expect(row).toMatchObject({
          outcome: 'done',
          actorId: actor.userId,
          credentialKind: 'credentialKind' in actor ? actor.credentialKind : 'pat',
        });
        expect(row.credentialId).not.toBeNull();
        expect(row.targetId).not.toBeNull();
      }
    },
  );
});
