import { makeExecutableSchema } from '@graphql-tools/schema';
import { type GraphQLFieldMap, GraphQLScalarType, type GraphQLSchema } from 'graphql';
import type { FieldAccess } from '../../src/graphql/gateway.js';
import { problem } from '../../src/registry/errors.js';
import type { RequestContext } from '../../src/request/context.js';

/** The state of the toy domain, which tests inspect. */
export interface ToyState {
  readonly notes: Map<
    string,
    { id: string; title: string; tags: readonly string[]; revision: number }
  >;
  /** The names of the mutations that ran, in order. */
  readonly effects: string[];
  /** The arguments of the last echoing operation. */
  echoed: unknown;
  jobActive: boolean;
  /** Cuts off the next write between its effect and its response. */
  isCutOff: boolean;
}

/** Marks the key of a request as effected, like a transaction in modport. */
export type Mark = (ctx: RequestContext, subjectId: string) => void;

const typeDefs = /* GraphQL */ `
  scalar JSON

  enum Color { red green }

  type Page { next_cursor: String, has_more: Boolean!, limit: Int! }

  "A short text."
  type Note {
    id: ID!
    title: String!
    tags: [String!]!
    color: Color
    etag: String!
    "What a note hangs from."
    parent: Note
    heading: String @deprecated(reason: "Read the title.")
  }

  type NotePage { items: [Note!]!, pagination: Page! }

  type Progress { percent: Int! }
  type Job { active: Boolean!, statusEndpoint: String!, progress: Progress! }
  type Session { id: ID!, url: String!, job: Job!, correlationId: String! }
  type Key { id: ID!, secret: String! }

  input PartInput { partNumber: Int!, etag: String! }

  input NoteInput {
    "What stands above the note."
    title: String!
    gameSlug: String
    sizeBytes: Float
    color: Color
    parentId: ID
    partList: [PartInput!]
    extraData: JSON
    isPinned: Boolean = false
  }

  input NoteChange { title: String, isPinned: Boolean }

  input NoteFilter {
    "Only notes of this game."
    gameSlug: String
    colors: [Color!]
  }

  type Query {
    notes(filter: NoteFilter, limit: Int, pinned: Boolean): NotePage!
    note(id: ID!): Note
    trial(id: ID!, "Its old title." heading: String @deprecated(reason: "Gone.")): Note
    session(id: ID!): Session!
    broken: Note!
    undeclared: Note!
  }

  type Mutation {
    createNote(input: NoteInput!): Note!
    updateNote(id: ID!, ifMatch: String!, input: NoteChange!): Note!
    deleteNote(id: ID!): Boolean
    completeSession(id: ID!): Session!
    createSession(title: String!): Session!
    createKey(name: String!): Key!
    coverNote(id: ID!): Note!
  }
`;

const page = (items: unknown[]) => ({
  items,
  pagination: { next_cursor: null, has_more: false, limit: 25 },
});

/** Builds the schema over a state. */
export function toySchema(state: ToyState, mark: Mark): GraphQLSchema {
  const noteOf = (id: string) => {
    const note = state.notes.get(id);
    if (!note) return null;
    return { ...note, color: 'red', etag: `"${note.revision}"`, parent: null };
  };
  const sessionOf = (id: string) => ({
    id,
    url: `https://storage.test/${id}?signed=${state.effects.length}`,
    correlationId: `corr-${id}`,
    job: {
      active: state.jobActive,
      statusEndpoint: `/v1/sessions/${id}`,
      progress: { percent: 40 },
    },
  });
  const save = (id: string, input: { title: string }) => {
    const revision = (state.notes.get(id)?.revision ?? 0) + 1;
    state.notes.set(id, { id, title: input.title, tags: [], revision });
    return noteOf(id);
  };

  const took = (effect: string, ctx: RequestContext, id: string) => {
    state.effects.push(effect);
    mark(ctx, id);
    if (!state.isCutOff) return;
    state.isCutOff = false;
    throw problem('service_unavailable', { retryAfterSeconds: 1 });
  };

  const resolvers = {
    JSON: new GraphQLScalarType({ name: 'JSON' }),
    Query: {
      notes: (_: unknown, args: unknown) => {
        state.echoed = args;
        return page([...state.notes.keys()].map((id) => ({ ...noteOf(id), parent: noteOf(id) })));
      },
      note: (_: unknown, { id }: { id: string }) => noteOf(id),
      trial: (_: unknown, { id }: { id: string }) => noteOf(id),
      session: (_: unknown, { id }: { id: string }) => sessionOf(id),
      broken: () => {
        throw new Error('the database password is hunter2');
      },
      undeclared: () => {
        throw problem('cover_required');
      },
    },
    Mutation: {
      createNote: (
        _: unknown,
        { input }: { input: { title: string; sizeBytes?: number } },
        ctx: RequestContext,
      ) => {
        state.echoed = input;
        if (input.title === 'taken') {
          throw problem('invalid_metadata', {
            fields: [{ field: 'input.gameSlug', code: 'not_unique' }],
          });
        }
        const note = save(NEW_NOTE, input);
        took('createNote', ctx, NEW_NOTE);
        return note;
      },
      updateNote: (
        _: unknown,
        args: { id: string; ifMatch: string; input: { title: string } },
        ctx: RequestContext,
      ) => {
        const note = state.notes.get(args.id);
        const current = `"${note?.revision}"`;
        if (args.ifMatch !== current) throw problem('precondition_failed', { etag: current });
        const changed = save(args.id, args.input);
        took('updateNote', ctx, args.id);
        return changed;
      },
      deleteNote: (_: unknown, { id }: { id: string }, ctx: RequestContext) => {
        state.notes.delete(id);
        took('deleteNote', ctx, id);
        return null;
      },
      completeSession: (_: unknown, { id }: { id: string }, ctx: RequestContext) => {
        took('completeSession', ctx, id);
        return sessionOf(id);
      },
      createSession: (_: unknown, __: unknown, ctx: RequestContext) => {
        took('createSession', ctx, NEW_NOTE);
        return sessionOf(NEW_NOTE);
      },
      createKey: (_: unknown, __: unknown, ctx: RequestContext) => {
        took('createKey', ctx, NEW_NOTE);
        return { id: NEW_NOTE, secret: 'shown-once' };
      },
      coverNote: (_: unknown, { id }: { id: string }, ctx: RequestContext) => {
        took('coverNote', ctx, id);
        return noteOf(id);
      },
    },
  };
  return guarded(makeExecutableSchema({ typeDefs, resolvers }));
}

/** Queries need no credential, except `trial`, which uses one if it is sent; mutations need one. */
function guarded(schema: GraphQLSchema): GraphQLSchema {
  const state = (access: FieldAccess['access'], scopes: FieldAccess['scopes']): FieldAccess => ({
    access,
    scopes,
    guard: { access, scopes },
  });
  const fieldsOf = (type: { getFields(): GraphQLFieldMap<unknown, unknown> } | null | undefined) =>
    Object.values(type?.getFields() ?? {});
  for (const field of fieldsOf(schema.getQueryType())) {
    const access = field.name === 'trial' ? 'optional' : 'anonymous';
    field.extensions = { accessRule: state(access, ['mods:read']) };
  }
  for (const field of fieldsOf(schema.getMutationType())) {
    field.extensions = { accessRule: state('required', ['mods:write']) };
  }
  return schema;
}

/** The id of everything that the toy creates. */
export const NEW_NOTE = '0192f0c1-0000-7000-8000-00000000000b';

/** The id of the initial note. */
export const NOTE = '0192f0c1-0000-7000-8000-00000000000a';
