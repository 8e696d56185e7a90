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

/**
 * The text of the first query in the editor. It runs unchanged. `username` is null if signed out.
 */
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

/** The text of the example mutation in the editor. It creates a draft of a mod. */
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

/** The parameters of the playground page. */
interface PlaygroundParameters {
  /** The URL of its files, with a trailing slash. */
  readonly baseUrl: string;
  readonly endpoint: string;
  /** Allows the inline scripts of this one response. */
  readonly nonce: string;
  /** The user whose session the browser sends with each request of the page, or null. */
  readonly username: string | null;
}

// The IDE copies all input, including tokens, into this IndexedDB store, even if it must not
// restore it. This patch stores the records without their contents.
const FORGET = `
const { put } = IDBObjectStore.prototype;
IDBObjectStore.prototype.put = function (record, ...rest) {
  const kept = this.name === 'appState' ? { ...record, value: 'null' } : record;
  return put.call(this, kept, ...rest);
};
`;

// The IDE puts the query next to its result, which does not fit on a phone.
const NARROW = `
@media (max-width: 48rem) {
  as-split { display: flex !important; flex-direction: column !important; }
  as-split > as-split-area { flex: 1 1 50% !important; width: 100% !important; height: auto !important;
    max-width: none !important; min-height: 0 !important; }
  as-split > .as-split-gutter, as-split > .as-hidden { display: none !important; }
  .app-side-menu { --side-menu-width: 36px !important; }
  .url-box__button--method { min-width: 0 !important; }
  .send-request__wrapper { flex: none !important; }
  .send-request__button { white-space: nowrap !important; font-size: 12px !important;
    padding: 0 8px !important; }
  .url-box__input-actions { gap: 0 !important; padding: 0 !important; }
  .header__menu-item { font-size: 0 !important; }
}
`;

// Before the first result the IDE shows a joke and a drawing of buttons.
const NO_RESULT = `
.query-result__none-art { display: none; }
.query-result__none-subtext { font-size: 0 !important; }
.query-result__none-subtext::after { content: "Results appear here."; font-size: 16px; font-weight: 400; }
`;

const BEARER = { type: 'bearer', data: { token: '' } } as const;

/**
 * Renders the HTML page of the IDE, with its example operations and settings. A script in it keeps
 * tokens out of the browser's storage.
 */
export async function renderPlayground(page: PlaygroundParameters): Promise<string> {
  const { baseUrl, endpoint, nonce, username } = page;
  // Imported here, because it takes long to load and few people open the page.
  const { renderAltair } = await import('altair-static');
  const rendered = renderAltair({
    baseURL: baseUrl,
    endpointURL: endpoint,
    cspNonce: nonce,
    initialAuthorization: BEARER,
    // The IDE opens the last window.
    initialWindows: [
      {
        initialName: 'Mutation',
        initialQuery: firstMutation(username),
        initialVariables: MUTATION_VARIABLES,
        initialAuthorization: BEARER,
      },
      { initialName: 'Query', initialQuery: firstQuery(username), initialAuthorization: BEARER },
    ],
    preserveState: false,
    // The IDE would load accounts, notices and news from its makers' servers.
    disableAccount: true,
    persistedSettings: {
      'theme.dark': 'dark',
      'alert.disableUpdateNotification': true,
      'banners.disable': true,
      disablePushNotification: true,
      // Runs request scripts in an interpreter. The alternative needs `eval` and an external frame.
      'beta.disable.newScript': true,
    },
  });
  const head = `<title>modport playground</title>\n    <style>${NO_RESULT}${NARROW}</style>
    <script nonce="${nonce}">${FORGET}</script>`;
  return rendered.replace('<title>Altair</title>', () => head);
}

/**
 * The Content-Security-Policy of the page: only its own origin, no `eval`, and only inline scripts
 * with the nonce. Inline styles are allowed, because the IDE's theme and menus create them without
 * the nonce.
 */
export function playgroundPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
