import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refusalOf, startToy, type Toy } from './toy.js';
import { NEW_NOTE, NOTE } from './toy-schema.js';

describe('keyed writes', () => {
  let toy: Toy;
  const key = (value: string) => ({ 'idempotency-key': value });
  beforeEach(async () => {
    toy = await startToy();
  });
  afterEach(() => toy.close());

  it('a keyed write runs once, and a retry gets the first status, body, Location and ETag', async () => {
    const first = await toy.write('POST', '/v1/notes', { title: 'x', color: 'red' }, key('k'));
    const again = await toy.write('POST', '/v1/notes', { color: 'red', title: 'x' }, key('k'));
    expect(toy.state.effects).toEqual(['createNote']);
    expect([again.status, await again.json()]).toEqual([201, await first.json()]);
    for (const name of ['location', 'etag', 'cache-control', 'content-type']) {
      expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)]);
    }
  });

  it('keyed writes share one key space between the namespaces', async () => {
    await toy.write('POST', '/v1/notes', { title: 'x' }, key('k'));
    const again = await toy.write('POST', '/api/v1/notes/', { title: 'x' }, key('k'));
    expect([again.status, toy.state.effects]).toEqual([201, ['createNote']]);
  });

  it('a keyed write with the key of another request returns 409 idempotency_conflict', async () => {
    await toy.write('POST', '/v1/notes', { title: 'x' }, key('k'));
    const other = await toy.write('POST', '/v1/notes', { title: 'y' }, key('k'));
    expect(await refusalOf(other)).toEqual([409, 'idempotency_conflict']);
    const elsewhere = await toy.write('DELETE', `/v1/notes/${NOTE}`, undefined, key('k'));
    expect(elsewhere.status).toBe(204);
  });

  it('a keyed write with the same key and another path returns 409 idempotency_conflict', async () => {
    await toy.write('DELETE', `/v1/notes/${NOTE}`, undefined, key('k'));
    const other = await toy.write('DELETE', `/v1/notes/${NEW_NOTE}`, undefined, key('k'));
    expect(await refusalOf(other)).toEqual([409, 'idempotency_conflict']);
  });

  it('a keyed write with its ids in the other case is a replay, and with a text in the other case a conflict', async () => {
    const note = (parent_id: string, title: string) => ({ title, parent_id });
    const upper = NOTE.toUpperCase();
    await toy.write('POST', '/v1/notes', note(NOTE, NOTE), key('k'));
    const again = await toy.write('POST', '/v1/notes', note(upper, NOTE), key('k'));
    expect([again.status, toy.state.effects]).toEqual([201, ['createNote']]);
    const other = await toy.write('POST', '/v1/notes', note(NOTE, upper), key('k'));
    expect(await refusalOf(other)).toEqual([409, 'idempotency_conflict']);
  });

  it('the replay of a keyed removal returns 204', async () => {
    const statuses = [];
    for (let i = 0; i < 2; i += 1) {
      statuses.push((await toy.write('DELETE', `/v1/notes/${NOTE}`, undefined, key('k'))).status);
    }
    expect([statuses, toy.state.effects]).toEqual([[204, 204], ['deleteNote']]);
  });

  it('a keyed write is replayed before the check of its precondition, which its success made stale', async () => {
    const headers = { ...key('k'), 'if-match': '"1"' };
    const change = () => toy.write('PATCH', `/v1/notes/${NOTE}`, { title: 'x' }, headers);
    const [first, again] = [await change(), await change()];
    expect([first.status, again.status, again.headers.get('etag')]).toEqual([200, 200, '"2"']);
    expect(toy.state.effects).toEqual(['updateNote']);
  });

  it('a refused keyed write frees its key for a corrected one', async () => {
    const bad = await toy.write('POST', '/v1/notes', { title: 1 }, key('k'));
    expect(bad.status).toBe(400);
    const taken = await toy.write('POST', '/v1/notes', { title: 'taken' }, key('k'));
    expect(taken.status).toBe(400);
    expect((await toy.write('POST', '/v1/notes', { title: 'x' }, key('k'))).status).toBe(201);
    const stale = { ...key('s'), 'if-match': '"0"' };
    const change = () => toy.write('PATCH', `/v1/notes/${NOTE}`, { title: 'x' }, stale);
    expect([(await change()).status, (await change()).status]).toEqual([412, 412]);
  });

  it('a replay returns fresh instructions if the first ones expire', async () => {
    const open = () => toy.write('POST', '/v1/sessions', { title: 'x' }, key('k'));
    const first = await open();
    toy.state.effects.push('time passes');
    const again = await open();
    const url = `https://storage.test/${NEW_NOTE}`;
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await first.json()).toMatchObject({ data: { url: `${url}?signed=1` } });
    expect(await again.json()).toMatchObject({
      data: { session_id: NEW_NOTE, url: `${url}?signed=2` },
    });
    expect(again.headers.get('location')).toBe(`/v1/sessions/${NEW_NOTE}`);
    expect(toy.state.effects).toEqual(['createSession', 'time passes']);
  });

  it('keyed writes store no signed URL and no secret', async () => {
    await toy.write('POST', '/v1/sessions', { title: 'x' }, key('k'));
    await toy.write('POST', '/v1/keys', { name: 'x' }, key('k'));
    expect(toy.kept).toEqual([null, null]);
  });

  it('the replay of a response with a secret returns 409 idempotency_replay_unavailable', async () => {
    const make = () => toy.write('POST', '/v1/keys', { name: 'x' }, key('k'));
    expect(await (await make()).json()).toMatchObject({ data: { secret: 'shown-once' } });
    const again = await make();
    expect(await refusalOf(again)).toEqual([409, 'idempotency_replay_unavailable']);
    expect(toy.state.effects).toEqual(['createKey']);
  });

  describe('keyed writes that were cut off between effect and response', () => {
    const sendTwice = async (method: string, path: string, body?: unknown, more: object = {}) => {
      const send = () => toy.write(method, path, body, { ...key('k'), ...more });
      toy.state.isCutOff = true;
      const first = await send();
      expect(await refusalOf(first)).toEqual([503, 'service_unavailable']);
      return [await send(), await send()] as const;
    };

    it('a cut-off write gets its full response on retry and does not run again', async () => {
      const [again, once] = await sendTwice('POST', '/v1/notes', { title: 'x' });
      expect([again.status, again.headers.get('location')]).toEqual([201, `/v1/notes/${NEW_NOTE}`]);
      expect(again.headers.get('etag')).toBe('"1"');
      const body = await again.json();
      expect(body).toMatchObject({ data: { id: NEW_NOTE, title: 'x' } });
      // From here on the response is stored, regardless of the note.
      toy.state.notes.delete(NEW_NOTE);
      expect([once.status, await once.json()]).toEqual([201, body]);
      expect(toy.state.effects).toEqual(['createNote']);
    });

    it('a cut-off write is replayed by the path of its request', async () => {
      const change = { title: 'y' };
      const headers = { 'if-match': '"1"' };
      const [again] = await sendTwice('PATCH', `/v1/notes/${NOTE}`, change, headers);
      expect([again.status, again.headers.get('etag')]).toEqual([200, '"2"']);
      expect(toy.state.effects).toEqual(['updateNote']);
    });

    it('a cut-off write is replayed with the status of its effect', async () => {
      const [cover] = await sendTwice('POST', `/v1/notes/${NOTE}/media:fallback`);
      expect([cover.status, await cover.json()]).toEqual([201, { data: { id: NOTE } }]);
      const [removed] = await sendTwice('DELETE', `/v1/notes/${NOTE}`);
      expect(removed.status).toBe(204);
      const [completed] = await sendTwice('POST', `/v1/sessions/${NOTE}/complete`, {});
      expect([completed.status, completed.headers.get('location')]).toEqual([
        202,
        `/v1/sessions/${NOTE}`,
      ]);
      expect(toy.state.effects).toEqual(['coverNote', 'deleteNote', 'completeSession']);
    });

    it('a cut-off write whose response held a secret returns 409 idempotency_replay_unavailable', async () => {
      const [again] = await sendTwice('POST', '/v1/keys', { name: 'x' });
      expect(await refusalOf(again)).toEqual([409, 'idempotency_replay_unavailable']);
      expect(toy.state.effects).toEqual(['createKey']);
    });
  });

  it('an Idempotency-Key has 1 to 255 visible characters', async () => {
    for (const bad of ['', 'a b', 'x'.repeat(256), 'cl\u00e9']) {
      const response = await toy.write('POST', '/v1/notes', { title: 'x' }, key(bad));
      expect(await response.json()).toMatchObject({
        code: 'invalid_input',
        fields: [{ field: 'Idempotency-Key', code: 'invalid_format' }],
      });
    }
    const longest = await toy.write('POST', '/v1/notes', { title: 'x' }, key('x'.repeat(255)));
    expect(longest.status).toBe(201);
  });
});
