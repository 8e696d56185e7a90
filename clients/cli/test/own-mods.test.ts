import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modportJson } from './cli.js';
import { FACTS } from './facts.js';
import { faults, type Rule } from './faults.js';
import { CREATOR, newProject } from './mod-project.js';

/** A rule that replaces the response to a read. */
function response(path: string, status: number, body: object): Rule {
  const type = status === 200 ? 'application/json' : 'application/problem+json';
  const fault = { kind: 'status', status, type, body: JSON.stringify(body) };
  return { match: { method: 'GET', path }, times: 9, fault };
}

describe('the own mods of a caller', () => {
  it('own mods of several games with the same slug are ambiguous', async () => {
    const ids = ['10000000-0000-7000-8000-000000000000', '20000000-0000-7000-8000-000000000000'];
    const own = ids.map((id) => ({ type: 'mod', id, mod: { slug: 'twin' } }));
    const mods = ids.map((id, at) =>
      response(`/v1/mods/${id}$`, 200, {
        data: { id, slug: 'twin', title: {}, game: { slug: `game-${at}` } },
      }),
    );
    const page = { data: own, pagination: { next_cursor: null, has_more: false } };
    await faults(response('/me/resources', 200, page), ...mods);
    const args = ['rollback', 'twin@1.0.0', '--yes'];
    const { code, error } = await modportJson(args, { env: CREATOR });
    expect({ code, error: error.code }).toEqual({ code: 4, error: 'mod_ambiguous' });
    expect(error.found).toEqual(['game-0/twin', 'game-1/twin']);
  });

  it('a key for some mods finds one of them although another one was deleted', async () => {
    const { folder, slug } = newProject();
    const { data } = await modportJson(['publish'], { cwd: folder, env: CREATOR });
    const grants = ['--scope', 'mods:read', '--mod', FACTS.draft_mod, '--mod', data.mod_id];
    const key = await modportJson(['keys', 'create', 'some', ...grants], { env: CREATOR });
    const gone = { code: 'gone', title: 'T', detail: 'D', retryable: false };
    await faults(response(`/v1/mods/${FACTS.draft_mod}$`, 410, gone));
    const env = { MODPORT_TOKEN: key.data.secret };
    const args = ['upload', 'any.zip', `${slug}@9.9.9`];
    const { error } = await modportJson(args, { env });
    expect(error).toMatchObject({ code: 'version_not_found', mod: slug });
  });

  it.each([
    ['rollback', 'base-library@1.0.0'],
    ['upload', 'any.zip', 'base-library@1.0.0'],
  ])('own mods alone are those that modport %s changes or asks about', async (...args) => {
    const page = { data: [], pagination: { next_cursor: null, has_more: false } };
    await faults(response('/me/resources', 200, page));
    const { code, error } = await modportJson(args, { env: CREATOR });
    expect({ code, error: error.code }).toEqual({ code: 4, error: 'own_mod_missing' });
  });

  it('a key for some mods takes no other mod for the one to publish', async () => {
    const { folder } = newProject();
    await modportJson(['publish'], { cwd: folder, env: CREATOR });
    const scopes = ['--scope', 'mods:read', '--scope', 'mods:write'];
    const args = ['keys', 'create', 'one', ...scopes, '--mod', FACTS.draft_mod];
    const key = await modportJson(args, { env: CREATOR });
    // With the same manifest, the service would repeat its response to the first run.
    const manifest = join(folder, 'modport.toml');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('license = "MIT"', ''));
    const env = { MODPORT_TOKEN: key.data.secret };
    const { code, error } = await modportJson(['publish'], { cwd: folder, env });
    expect({ code, error: error.code }).toEqual({ code: 3, error: 'resource_scope_denied' });
  });
});
