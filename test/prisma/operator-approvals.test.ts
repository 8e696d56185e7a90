import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useDatabaseBefore } from './before-migration.js';

const database = useDatabaseBefore('20261205090000_operator_approvals');

/** Adds an application of the earlier release; returns its id. */
async function appWith(review: string, approvedScopes: readonly string[]): Promise<string> {
  const id = randomUUID();
  await database.unchecked(
    `insert into apps (id, client_id, kind, owner_id, name, redirect_uris, review, approved_scopes)
      values ('${id}', '${id}', 'confidential', '${randomUUID()}', 'A', '{https://a.example/,https://b.example/}',
        '${review}', '{${approvedScopes}}')`,
  );
  return id;
}

const approvalOf = async (id: string): Promise<Date | null> =>
  (await database.db.app.findUniqueOrThrow({ where: { id } })).operatorApprovedAt;

test('the migration keeps the approvals of operators, which the previous release ends too', async () => {
  const withScopes = await appWith('approved', ['mods:write']);
  const without = await appWith('none', []);
  const [renamed, redirected] = [await appWith('approved', []), await appWith('approved', [])];
  await database.upgrade();
  expect([await approvalOf(withScopes), await approvalOf(without)]).toEqual([null, null]);
  const { app } = database.db;
  const redirectUris = ['https://b.example/'];
  for (const id of [renamed, redirected]) {
    await app.update({ where: { id }, data: { scopes: ['mods:write'], redirectUris } });
    expect(await approvalOf(id)).toBeInstanceOf(Date);
  }
  await app.update({ where: { id: renamed }, data: { name: 'B' } });
  const more = [...redirectUris, 'https://c.example/'];
  await app.update({ where: { id: redirected }, data: { redirectUris: more } });
  expect([await approvalOf(renamed), await approvalOf(redirected)]).toEqual([null, null]);
});
