// Runs in the browser, beside the library: renders the API document into the page.

const page = document.getElementById('reference');
const scheme = matchMedia('(prefers-color-scheme: dark)');

followScheme();
scheme.addEventListener('change', followScheme);

start(page.dataset.document);

// Shows the document with values of this service. If the document cannot be read here, the library
// reads it and shows the examples as they are.
async function start(address) {
  const [api, values] = await Promise.all([
    read(address),
    valuesOf(address.replace(/[^/]*$/, 'mods?limit=1')),
  ]);
  SwaggerUIBundle({
    ...(api ? { spec: withValues(api, values) } : { url: address }),
    domNode: page,
    deepLinking: true,
    docExpansion: 'list',
    filter: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    defaultModelExpandDepth: 2,
    // The page forgets a token when it closes, and sends the document to no other host.
    persistAuthorization: false,
    validatorUrl: null,
    plugins: [onlyWhatABrowserMaySend, lockOnlyWhereATokenIs, findOperations],
  });
}

async function read(address) {
  try {
    const response = await fetch(address);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

// The ids and names of a published mod, by the parameters that take them; empty without a mod.
async function valuesOf(address) {
  const mod = (await read(address))?.data[0];
  if (!mod) return {};
  return {
    mod_id: mod.id,
    game_slug: mod.game.slug,
    username: mod.author.username,
    version_id: mod.latest_release?.id,
    artifact_id: mod.latest_release?.primary_artifact_id,
  };
}

// The examples of the document were recorded elsewhere, and the library sends each of them. A
// required parameter gets a value that exists here. Without one, a required parameter of the query
// keeps its recorded example. Other examples, except of `cursor`, move to the description.
function withValues(api, values) {
  const operations = Object.values(api.paths).flatMap((path) => Object.values(path));
  for (const parameter of operations.flatMap(({ parameters = [] }) => parameters)) {
    const { name, required, examples, ...rest } = parameter;
    const recorded = Object.values(examples ?? {})[0]?.value ?? rest.example;
    if (recorded === undefined) continue;
    delete parameter.examples;
    delete parameter.example;
    if (required && (values[name] || rest.in === 'query')) {
      parameter.example = values[name] ?? recorded;
    } else if (name !== 'cursor') {
      parameter.description = `${rest.description ?? ''} Example: \`${recorded}\`.`.trim();
    }
  }
  return api;
}

function followScheme() {
  document.documentElement.classList.toggle('dark-mode', scheme.matches);
}

// A write with a credential has to say in its User-Agent which program sends it, and no browser
// lets a page set that: requests are offered only where one of them can succeed.
function onlyWhatABrowserMaySend() {
  const allowTryItOutFor = () => (state, path, method) => {
    const operation = state.getIn(['json', 'paths', path, method]);
    const security = operation?.get('security');
    return method === 'get' || Boolean(security?.some((requirement) => requirement.size === 0));
  };
  return { statePlugins: { spec: { wrapSelectors: { allowTryItOutFor } } } };
}

// Shows a closed lock only with a token. Otherwise an operation that also works without a
// credential would always show one.
function lockOnlyWhereATokenIs() {
  const isAuthorized = (original) => (state, security) =>
    original(
      state,
      security.filter((requirement) => requirement.size > 0),
    );
  return { statePlugins: { auth: { wrapSelectors: { isAuthorized } } } };
}

// The library finds only groups by their names. This finds operations by the words of their path,
// method, name and summary as well.
function findOperations() {
  const opsFilter = (groups, phrase) => {
    const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
    const hasAll = (text) => words.every((word) => text.toLowerCase().includes(word));
    return groups
      .map((group, name) =>
        hasAll(name)
          ? group
          : group.update('operations', (operations) =>
              operations.filter((operation) => hasAll(textOf(operation, name))),
            ),
      )
      .filter((group) => group.get('operations').size > 0);
  };
  return { fn: { opsFilter } };
}

function textOf(operation, group) {
  const detail = (key) => operation.getIn(['operation', key]) ?? '';
  const { method, path } = operation.toObject();
  return [group, method, path, detail('operationId'), detail('summary')].join(' ');
}
