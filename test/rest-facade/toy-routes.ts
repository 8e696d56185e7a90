import {
  accepted,
  created,
  noContent,
  ok,
  okList,
  okOrCreated,
  type Routes,
  route,
} from '../../rest-facade/route.js';

/** The operations of the toy, as a `.graphql` file would hold them. */
export const TOY_OPERATIONS = /* GraphQL */ `
  fragment NoteFields on Note { id title tags color }
  fragment NoteRef on Note { id }
  fragment ParentFields on Note { display_title: title _etag: etag }
  fragment ListedNoteFields on Note { ...NoteFields parent { ...ParentFields } }
  fragment OldNoteFields on Note { ...NoteFields heading }

  query listNotes($gameSlug: String, $colors: [Color!], $limit: Int = 25, $pinned: Boolean) {
    notes(filter: { gameSlug: $gameSlug, colors: $colors }, limit: $limit, pinned: $pinned) {
      items { ...ListedNoteFields }
      pagination { next_cursor has_more limit }
    }
  }
  query getNote($id: ID!) { note(id: $id) { ...NoteFields _etag: etag } }
  query oldNote($id: ID!) { note(id: $id) { ...OldNoteFields } }
  query trialNote($id: ID!, $heading: String) {
    trial(id: $id, heading: $heading) { ...NoteRef }
  }
  mutation oldWrite($id: ID!) { coverNote(id: $id) { ...NoteRef } }
  query breakNote { broken { ...NoteRef } }
  query surpriseNote { undeclared { ...NoteRef } }
  mutation createNote($input: NoteInput!) {
    createNote(input: $input) { ...NoteFields _etag: etag }
  }
  mutation updateNote($id: ID!, $ifMatch: String!, $input: NoteChange!) {
    updateNote(id: $id, ifMatch: $ifMatch, input: $input) { ...NoteFields _etag: etag }
  }
  mutation deleteNote($id: ID!) { deleteNote(id: $id) }
  mutation coverNote($id: ID!) { coverNote(id: $id) { ...NoteRef _isNew: color } }
  mutation completeSession($id: ID!) { completeSession(id: $id) { ...SessionFields } }
  mutation createSession($title: String!) { createSession(title: $title) { ...NewSession } }
  query replaySession($id: ID!) { session(id: $id) { ...SessionFields } }
  query keepCover($id: ID!) { note(id: $id) { ...NoteRef } }
  mutation createKey($name: String!) { createKey(name: $name) { id secret } }

  fragment NewSession on Session { ...SessionFields }
  fragment SessionFields on Session {
    session_id: id url supportCorrelationId: correlationId
    job { _active: active statusEndpoint progress { percent } }
  }
`;

const base = {
  tag: 'notes',
  rate: 'catalog-read',
  idempotency: 'none',
  precondition: 'none',
  cache: 'private',
  statements: 0,
  errors: [],
} as const;

const write = {
  ...base,
  rate: 'mod-write',
  idempotency: 'optional',
} as const;

const session = ok({
  beside: { 'status.progress': 'job.progress' },
  headers: { 'X-Upload-Correlation-Id': 'supportCorrelationId' },
});

/** The deprecation of the old routes of the toy. */
export const TOY_DEPRECATION = {
  since: '2027-01-31',
  migrationUrl: 'https://docs.modport.test/guides/notes-2',
  changelogUrl: 'https://docs.modport.test/changelog#2027-01-31',
} as const;

/** The routes of the toy: one for each promise of the kernel. */
export const TOY_ROUTES: Routes = {
  listNotes: route({
    ...base,
    method: 'GET',
    path: '/notes',
    summary: 'List notes',
    cache: 'public',
    bind: {
      gameSlug: 'query.game_slug',
      colors: 'query.color',
      limit: 'query.limit',
      pinned: 'query.pinned',
    },
    reply: okList(),
  }),
  getNote: route({
    ...base,
    method: 'GET',
    path: '/notes/{note_id}',
    summary: 'Read a note',
    cache: 'public',
    bind: { id: 'path.note_id' },
    reply: ok(),
  }),
  oldNote: route({
    ...base,
    method: 'GET',
    path: '/old-notes/{note_id}',
    summary: 'Read a note as it was done before',
    cache: 'public',
    bind: { id: 'path.note_id' },
    reply: ok(),
    deprecation: TOY_DEPRECATION,
  }),
  oldWrite: route({
    ...write,
    method: 'POST',
    path: '/old-notes/{note_id}/cover',
    summary: 'Make a cover as it was done before',
    bind: { id: 'path.note_id' },
    reply: ok(),
    replay: { how: 'stored', operation: 'keepCover', bind: { id: 'path.note_id' } },
    deprecation: { ...TOY_DEPRECATION, sunset: '2027-05-01' },
  }),
  trialNote: route({
    ...base,
    method: 'GET',
    path: '/beta/notes/{note_id}',
    summary: 'Read a note in a way that may still change',
    bind: { id: 'path.note_id', heading: 'query.heading' },
    reply: ok(),
    stage: 'beta',
  }),
  breakNote: route({
    ...base,
    method: 'GET',
    path: '/notes:break',
    summary: 'Fail',
    bind: {},
    reply: ok(),
  }),
  surpriseNote: route({
    ...base,
    method: 'GET',
    path: '/notes/surprise',
    summary: 'Fail with a code that is not declared',
    bind: {},
    reply: ok(),
  }),
  createNote: route({
    ...write,
    method: 'POST',
    path: '/notes',
    summary: 'Write a note',
    body: { names: 'snake', limitBytes: 4096 },
    bind: { input: 'body' },
    reply: created({ location: '/notes/{id}' }),
    replay: { how: 'stored', operation: 'getNote', bind: { id: 'effect' } },
    errors: ['invalid_metadata'],
  }),
  updateNote: route({
    ...write,
    method: 'PATCH',
    path: '/notes/{note_id}',
    summary: 'Change a note',
    precondition: 'required',
    body: { names: 'camel' },
    bind: { id: 'path.note_id', ifMatch: 'ifMatch', input: 'body' },
    reply: ok(),
    replay: { how: 'stored', operation: 'getNote', bind: { id: 'path.note_id' } },
  }),
  deleteNote: route({
    ...write,
    method: 'DELETE',
    path: '/notes/{note_id}',
    summary: 'Remove a note',
    bind: { id: 'path.note_id' },
    malformed: 'invalid_file_id',
    reply: noContent(),
    replay: 'empty',
  }),
  coverNote: route({
    ...write,
    method: 'POST',
    path: '/notes/{note_id}/media:fallback',
    summary: 'Make a cover',
    bind: { id: 'path.note_id' },
    malformed: 'not_found',
    reply: okOrCreated({ created: '_isNew' }),
    replay: {
      how: 'stored',
      operation: 'keepCover',
      bind: { id: 'path.note_id' },
      reply: created(),
    },
  }),
  completeSession: route({
    ...write,
    method: 'POST',
    path: '/sessions/{session_id}/complete',
    summary: 'Finish a session',
    idempotency: 'required',
    body: { names: 'camel', optional: true },
    bind: { id: 'path.session_id' },
    reply: accepted({ ...session, when: 'job._active', location: 'job.statusEndpoint' }),
    replay: { how: 'afresh', operation: 'replaySession', bind: { id: 'path.session_id' } },
  }),
  createSession: route({
    ...write,
    method: 'POST',
    path: '/sessions',
    summary: 'Open a session',
    idempotency: 'required',
    body: { names: 'camel' },
    bind: { title: 'body.title' },
    reply: created({ location: 'job.statusEndpoint' }),
    replay: { how: 'afresh', operation: 'replaySession', bind: { id: 'effect' } },
  }),
  createKey: route({
    ...write,
    method: 'POST',
    path: '/keys',
    summary: 'Make a key',
    idempotency: 'required',
    body: { names: 'snake' },
    bind: { name: 'body.name' },
    reply: created(),
    replay: 'unavailable',
  }),
};
