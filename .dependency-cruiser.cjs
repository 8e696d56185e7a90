// The import rules. Each layer lists the layers that it may import; other imports of the project
// are refused. Type-only imports count: a layer depends on the layers whose types it needs.

/** The generated database client, which only layers with SQL may import. */
const DATABASE = '^src/platform/database/';

/** The server: the files that connect the parts. */
const MAINS = '^src/server/';

/** The contexts of the domain. Each may import the index.ts of those before it. */
const CONTEXTS = [
  'identity',
  'collaboration',
  'storage',
  'catalog',
  'publishing',
  'delivery',
  'integrations',
];

/** The contexts that inspect archives. */
const INSPECTING = ['storage', 'publishing'];

/** The configuration; its folder has the readers of single groups of variables. */
const CONFIG = '^src/config/config[.]ts$';

/** The public face of each context. */
const MODULE_INDEX = '^src/modules/[^/]+/index[.]ts$';

const LAYERS = [
  { name: 'registry', from: '^src/registry/', may: [] },
  { name: 'launch', from: '^src/launch/', may: [] },
  // The log module defines the log levels.
  {
    name: 'config',
    from: '^src/config/',
    may: ['^src/registry/', '^src/platform/log[.]ts$', '^src/config/'],
  },
  { name: 'platform', from: '^src/platform/', may: ['^src/registry/', CONFIG] },
  {
    name: 'edge',
    from: '^src/edge/',
    may: ['^src/registry/', '^src/platform/(?!database/)'],
  },
  {
    name: 'request',
    from: '^src/request/',
    may: ['^src/registry/', CONFIG, '^src/platform/'],
  },
  {
    name: 'archives',
    from: '^src/archives/',
    may: ['^src/registry/', '^src/platform/(?!database/)'],
  },
  ...CONTEXTS.map((context, at) => ({
    name: context,
    from: `^src/modules/${context}/`,
    may: [
      ...CONTEXTS.slice(0, at).map((before) => `^src/modules/${before}/index[.]ts$`),
      ...(INSPECTING.includes(context) ? ['^src/archives/'] : []),
      '^src/request/',
      '^src/platform/',
      '^src/registry/',
    ],
  })),
  {
    name: 'auth',
    from: '^src/auth/',
    may: [MODULE_INDEX, '^src/request/', '^src/platform/', '^src/registry/', CONFIG],
  },
  {
    name: 'graphql',
    from: '^src/graphql/',
    may: ['^src/auth/', MODULE_INDEX, '^src/request/', '^src/platform/', '^src/registry/', CONFIG],
  },
  {
    name: 'pages',
    from: '^src/pages/',
    may: [
      '^src/graphql/',
      '^src/auth/',
      MODULE_INDEX,
      '^src/request/',
      '^src/platform/(?!database/)',
      '^src/registry/',
    ],
  },
  {
    name: 'rest-facade',
    from: '^rest-facade/',
    may: ['^src/graphql/', '^src/registry/', '^src/platform/(?!database/)'],
  },
  {
    name: 'server',
    from: '^src/server/',
    may: [MODULE_INDEX, '^src/(?!modules/)', '^rest-facade/', '^workers/', '^prisma/migrate[.]ts$'],
  },
  {
    name: 'admin',
    from: '^src/(admin|demo|seed)/',
    may: [
      MAINS,
      MODULE_INDEX,
      '^src/request/',
      '^src/platform/',
      '^src/registry/',
      CONFIG,
      '^prisma/migrate[.]ts$',
    ],
  },
  {
    name: 'workers',
    from: '^workers/',
    may: [MODULE_INDEX, '^src/request/', '^src/platform/', '^src/registry/', CONFIG],
  },
];

const OURS = '^(src|rest-facade|workers|prisma|scripts|bench|test)/';

const layerRules = LAYERS.map(({ name, from, may }) => ({
  name: `${name}-imports`,
  comment: may.length ? `${name} may import: ${may.join('  ')}` : `${name} imports nothing of ours`,
  severity: 'error',
  from: { path: from },
  to: { path: OURS, pathNot: [from, ...may] },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'only-mains-wire',
      comment: 'src never imports the facade or the workers; only its mains do',
      severity: 'error',
      from: { path: '^src/', pathNot: MAINS },
      to: { path: '^(rest-facade|workers|test|bench)/' },
    },
    {
      name: 'database-behind-modules',
      comment: 'the facade reaches the domain through GraphQL and never through the database',
      severity: 'error',
      from: { path: '^rest-facade/' },
      to: { path: [DATABASE, '^node_modules/(@prisma|prisma|pg)/'] },
    },
    {
      name: 'product-without-tests',
      comment: 'what is shipped needs nothing of the tests and none of their libraries',
      severity: 'error',
      // This script starts the tests.
      from: {
        path: '^(src|rest-facade|workers|prisma|scripts|bench)/',
        pathNot: '^scripts/long-arguments[.]mjs$',
      },
      to: { path: '^(test/|node_modules/(vitest|fast-check)/)' },
    },
    {
      name: 'client-imports',
      comment: 'a client is shipped alone: it imports nothing of the service',
      severity: 'error',
      from: { path: '^clients/(typescript|cli)/' },
      to: { path: OURS },
    },
    {
      name: 'browser-without-node',
      comment: 'what a browser loads uses nothing of Node',
      severity: 'error',
      from: { path: '^clients/typescript/src/(?!node/|index[.]ts$)' },
      to: { path: ['^clients/typescript/src/node/', '^node:'] },
    },
    {
      name: 'browser-without-built-ins',
      comment: 'what a browser loads uses nothing of Node',
      severity: 'error',
      from: { path: '^clients/typescript/src/(?!node/|index[.]ts$)' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'dashboard-imports',
      comment: 'the dashboard speaks GraphQL with the service and shares only its facts and tokens',
      severity: 'error',
      from: { path: '^dashboard/' },
      to: { path: OURS, pathNot: ['^src/registry/', '^src/platform/html/site/'] },
    },
    {
      name: 'dashboard-only-in-browsers',
      comment:
        'the service serves the built files of the dashboard and imports none of its sources',
      severity: 'error',
      from: { pathNot: '^(dashboard|test)/' },
      to: { path: '^dashboard/' },
    },
    {
      name: 'no-cycles',
      comment: 'two files that import each other are one file, or hide a third',
      severity: 'error',
      from: { pathNot: '^src/platform/database/generated/' },
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'an import that leads nowhere; the packages of a bench are installed when it runs',
      severity: 'error',
      from: { pathNot: '^bench/reads/postgraphile/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^src/platform/database/generated/'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['modport-source', 'import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.d.ts', '.json'],
    },
  },
};
