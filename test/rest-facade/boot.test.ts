import { describe, expect, it } from 'vitest';
import { compileRoutes } from '../../rest-facade/compile-route.js';
import { createFacade } from '../../rest-facade/facade.js';
import { buildOpenApi } from '../../rest-facade/openapi.js';
import { created, ok, okList, type Route, type Routes } from '../../rest-facade/route.js';
import { createSharedReads } from '../../rest-facade/shared/shared-reads.js';
import { silentLog } from '../../src/platform/log.js';
import { NO_FORMS, NOTHING_STORED, toyGateway, toyState } from './toy.js';
import { TOY_DEPRECATION, TOY_OPERATIONS, TOY_ROUTES } from './toy-routes.js';

const boot = (
  routes: Routes,
  operationsSource = TOY_OPERATIONS,
  gateway = toyGateway(toyState()),
) =>
  createFacade({
    gateway,
    routes,
    operationsSource,
    publicUrl: 'https://modport.test',
    log: silentLog,
    forms: NO_FORMS,
    sharedReads: createSharedReads(NOTHING_STORED),
  });

/** The toy with one changed route; the types are loose, like those of data. */
const altered = (operationId: string, change: object): Routes => ({
  ...TOY_ROUTES,
  [operationId]: { ...TOY_ROUTES[operationId], ...change } as Route,
});

describe('wrong route declarations', () => {
  it('the routes of the toy start', () => {
    expect(() => boot(TOY_ROUTES)).not.toThrow();
  });

  it.each<[string, string, object, RegExp]>([
    ['an unknown code', 'getNote', { errors: ['eaten'] }, /there is no code "eaten"/],
    ['an unknown rate class', 'getNote', { rate: 'often' }, /no rate class "often"/],
    [
      'a parameter that is not in the path',
      'getNote',
      { bind: { id: 'path.mod_id' } },
      /"path.mod_id" is not in/,
    ],
    [
      'a parameter that nothing reads',
      'getNote',
      { path: '/n/{note_id}/{x}' },
      /\{x\} of the path is not bound/,
    ],
    [
      'a required variable without a source',
      'getNote',
      { path: '/n', bind: {} },
      /\$id is required and not bound/,
    ],
    [
      'a variable that does not exist',
      'getNote',
      { bind: { id: 'path.note_id', x: 'query.x' } },
      /no variable \$x/,
    ],
    [
      'a source that does not exist',
      'listNotes',
      { bind: { limit: 'cookie.x' } },
      /no source "cookie.x"/,
    ],
    [
      'half a segment as a parameter',
      'getNote',
      { path: '/n/{note_id}:eat' },
      /not a whole parameter/,
    ],
    ['a list that selects no items', 'getNote', { reply: okList() }, /"items" is not selected/],
    [
      'a reply path that is not selected',
      'createNote',
      { reply: created({ location: '/n/{slug}' }) },
      /"slug" is not selected/,
    ],
    ['a mutation behind GET', 'coverNote', { method: 'GET' }, /GET runs a mutation/],
    [
      'a public cache for a field that reads credentials',
      'trialNote',
      { cache: 'public' },
      /public and not anonymous/,
    ],
    [
      'a public cache for a field that depends on a header',
      'listNotes',
      { bind: { limit: 'header.x-limit' } },
      /it is public and binds a header/,
    ],
    [
      'a bound body of a route that takes none',
      'createNote',
      { body: undefined },
      /binds a body it does not take/,
    ],
    ['an unchecked If-Match', 'updateNote', { precondition: 'none' }, /binds If-Match unchecked/],
    ['a route below /beta/ without a stage', 'trialNote', { stage: undefined }, /without a stage/],
    [
      'a stage of a route outside of /beta/',
      'getNote',
      { stage: 'beta' },
      /it is beta and not below \/beta\//,
    ],
    [
      'a deprecation on a day that does not exist',
      'oldNote',
      { deprecation: { ...TOY_DEPRECATION, since: '2027-02-30' } },
      /"2027-02-30" is no day/,
    ],
    [
      'a deprecation on a month',
      'oldNote',
      { deprecation: { ...TOY_DEPRECATION, since: '2027-02' } },
      /"2027-02" is no day/,
    ],
    [
      'a sunset after less than the promised notice',
      'oldNote',
      { deprecation: { ...TOY_DEPRECATION, sunset: '2027-04-30' } },
      /from 2027-01-31 to 2027-04-30 it is less than 90 days/,
    ],
    [
      'a guide at a relative address',
      'oldNote',
      { deprecation: { ...TOY_DEPRECATION, migrationUrl: '/guides/notes-2' } },
      /migration guide has no https address/,
    ],
    [
      'a guide at an http address',
      'oldNote',
      { deprecation: { ...TOY_DEPRECATION, migrationUrl: 'http://docs.modport.test/guide' } },
      /migration guide has no https address/,
    ],
    [
      'a deprecation without a changelog entry',
      'oldNote',
      { deprecation: { ...TOY_DEPRECATION, changelogUrl: undefined } },
      /changelog entry has no https address/,
    ],
    ['a replay without keys', 'createKey', { idempotency: 'none' }, /replays without a key/],
    [
      'keys of a GET',
      'getNote',
      { idempotency: 'optional', replay: 'empty' },
      /getNote: GET takes no keys/,
    ],
    [
      'keys without a replay',
      'createKey',
      { replay: undefined },
      /takes keys and does not say how it is replayed/,
    ],
    [
      'a replay operation that is missing',
      'createSession',
      { replay: { how: 'afresh', operation: 'nope', bind: {} } },
      /no operation "nope"/,
    ],
    [
      'a replay variable that is not bound',
      'createSession',
      { replay: { how: 'afresh', operation: 'replaySession', bind: {} } },
      /\$id is required/,
    ],
    [
      'a replay value that is not in the path',
      'createSession',
      { replay: { how: 'afresh', operation: 'replaySession', bind: { id: 'path.x' } } },
      /\$id: a replay has no "path.x"/,
    ],
    [
      'a replay with other members',
      'createNote',
      { replay: { how: 'stored', operation: 'keepCover', bind: { id: 'effect' } } },
      /its replay returns id, not id, title, tags, color, _etag/,
    ],
    [
      'a replay operation that is a mutation',
      'deleteNote',
      { replay: { how: 'stored', operation: 'deleteNote', bind: { id: 'path.note_id' } } },
      /deleteNote is not a query/,
    ],
    [
      'an empty replay of a response with a body',
      'createNote',
      { replay: 'empty' },
      /its replay is empty and its reply is not/,
    ],
  ])('the facade does not start with %s', (_, operationId, change, message) => {
    expect(() => boot(altered(operationId, change))).toThrow(message);
  });

  it.each<[string, object, RegExp]>([
    [
      'an unknown scope',
      { accessRule: { access: 'anonymous', scopes: ['notes:eat'] } },
      /getNote: there is no scope "notes:eat"/,
    ],
    ['no access rule', {}, /getNote: the field note has no access rule: add @Scoped/],
  ])('the facade does not start with a field that states %s', (_, extensions, message) => {
    const gateway = toyGateway(toyState());
    Object.assign(gateway.schema.getQueryType()?.getFields()['note'] ?? {}, { extensions });
    expect(() => boot(TOY_ROUTES, TOY_OPERATIONS, gateway)).toThrow(message);
  });

  it('the facade does not start with two routes of the same shape', () => {
    const twin = {
      ...TOY_ROUTES['getNote'],
      path: '/notes/{id}',
      bind: { id: 'path.id' },
    } as Route;
    const source = `${TOY_OPERATIONS} query twin($id: ID!) { note(id: $id) { ...NoteRef } }`;
    expect(() => boot({ ...TOY_ROUTES, twin }, source)).toThrow(
      /two routes take GET \/v1\/notes\/\{id\}/,
    );
  });

  it('the facade does not start with a route without an operation, or an operation without a route', () => {
    const lost = { ...TOY_ROUTES['breakNote'], path: '/lost', reply: ok() } as Route;
    expect(() => boot({ ...TOY_ROUTES, lost })).toThrow(/route lost: no operation has this name/);
    const source = `${TOY_OPERATIONS} query unused { broken { id } }`;
    expect(() => boot(TOY_ROUTES, source)).toThrow(/no route runs the operation unused/);
  });

  it('the API document is not built with two selections that it would give one name', () => {
    const source = TOY_OPERATIONS.replace(
      '{ broken { ...NoteRef } }',
      '{ broken { title } }',
    ).replace('{ undeclared { ...NoteRef } }', '{ undeclared { id } }');
    const routes = compileRoutes(toyGateway(toyState()), TOY_ROUTES, source);
    expect(() => buildOpenApi(routes)).toThrow(/two different schemas are called Note/);
  });

  it('the facade does not start with an operation that has two root fields', () => {
    const source = TOY_OPERATIONS.replace(
      '{ broken { ...NoteRef } }',
      '{ broken { ...NoteRef } undeclared { ...NoteRef } }',
    );
    expect(() => boot(TOY_ROUTES, source)).toThrow(
      /breakNote: it must select exactly one root field/,
    );
  });
});
