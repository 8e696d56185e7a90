/** The comment in the editor about the rights of a request. */
function rightsOf(username: string | null): string {
  return username === null
    ? `# Nobody was signed in when this page opened. Without a token, requests show
# what everyone sees. If you sign in at /account/sign-in, they use your
# session from then on.`
    : `# You are signed in as ${username}. Without a token, every request from this
# page uses your session in this browser: it reads and changes things as you.
# To send requests without your account, sign out at /account/security.`;
}

/** The first query, which runs unchanged. */
export function firstQuery(username: string | null): string {
  return `# Welcome to modport. Press "Send Request", or Ctrl-Enter, to run this query.
#
${rightsOf(username)}
#
# To use a token, open the "Auth" tab and paste it into the bearer field. It
# is sent as "Authorization: Bearer <token>", instead of your session. The
# page forgets it when it closes.
#
# "Docs" lists every operation; Ctrl-Space completes what you type. The tab
# "Mutation" has an example that changes something.

query GamesAndTheirMods {
  listGames(limit: 10) {
    items {
      slug
      name
      loaders
    }
  }
  listMods(limit: 10) {
    items {
      id
      title
      game {
        slug
      }
      latestRelease {
        version
      }
    }
  }
}
`;
}

/** The first mutation: it creates a draft, which only its team sees. */
export function firstMutation(username: string | null): string {
  return `# This mutation makes a draft of a mod. Only you and your team see a draft.
# The game and the texts are in "Variables" below.
#
${rightsOf(username)}
# A mutation needs one of both: a session, or a token with the scope mods:write.

mutation MakeADraft($input: CreateModInput!) {
  createModDraft(input: $input) {
    id
    slug
    title
  }
}
`;
}

/** The variables of the mutation: a game of the demo catalog. */
export const MUTATION_VARIABLES = JSON.stringify(
  {
    input: {
      gameSlug: 'brackenvale',
      title: { en: 'My first mod' },
      description: { en: 'What it does.' },
    },
  },
  null,
  2,
);
