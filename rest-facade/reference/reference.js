// Runs in the browser, beside the library: renders the API document into the page.

const page = document.getElementById('reference');
const scheme = matchMedia('(prefers-color-scheme: dark)');

followScheme();
scheme.addEventListener('change', followScheme);

SwaggerUIBundle({
  url: page.dataset.document,
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

// Otherwise an operation without credentials would show a closed lock.
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
