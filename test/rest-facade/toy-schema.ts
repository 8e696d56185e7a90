import { makeExecutableSchema } from '@graphql-tools/schema';
import { GraphQLScalarType, type GraphQLSchema } from 'graphql';
import { problem } from '../../src/registry/errors.js';

/** What the toy domain remembers, and what tests look at. */
export interface ToyState {
  readonly notes: Map<
    string,
    { id: string; title: string; tags: readonly string[]; revision: number }
  >;
  /** The names of the mutations that ran, in order. */
  readonly effects: string[];
  /** The arguments of the last operation that echoes them. */
  echoed: unknown;
  jobActive: boolean;
}

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
export function toySchema(state: ToyState): GraphQLSchema {
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
      createNote: (_: unknown, { input }: { input: { title: string; sizeBytes?: number } }) => {
        state.effects.push('createNote');
        state.echoed = input;
        if (input.title === 'taken') {
          throw problem('invalid_metadata', {
            fields: [{ field: 'input.gameSlug', code: 'not_unique' }],
          });
        }
        return save(NEW_NOTE, input);
      },
      updateNote: (_: unknown, args: { id: string; ifMatch: string; input: { title: string } }) => {
        const note = state.notes.get(args.id);
        const current = `"${note?.revision}"`;
        if (args.ifMatch !== current)
          throw problem('precondition_failed', { headers: { ETag: current } });
        state.effects.push('updateNote');
        return save(args.id, args.input);
      },
      deleteNote: (_: unknown, { id }: { id: string }) => {
        state.effects.push('deleteNote');
        state.notes.delete(id);
        return null;
      },
      completeSession: (_: unknown, { id }: { id: string }) => {
        state.effects.push('completeSession');
        return sessionOf(id);
      },
      createSession: () => {
        state.effects.push('createSession');
        return sessionOf(NEW_NOTE);
      },
      createKey: () => {
        state.effects.push('createKey');
        return { id: NEW_NOTE, secret: 'shown-once' };
      },
      coverNote: (_: unknown, { id }: { id: string }) => {
        state.effects.push('coverNote');
        return noteOf(id);
      },
    },
  };
  return makeExecutableSchema({ typeDefs, resolvers });
}

/** The id of whatever the toy creates. */
export const NEW_NOTE = '0192f0c1-0000-7000-8000-00000000000b';

/** The id of the note that is there from the start. */
export const NOTE = '0192f0c1-0000-7000-8000-00000000000a';
