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
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  // The page forgets a token when it closes, and sends the document to no other host.
  persistAuthorization: false,
  validatorUrl: null,
  plugins: [onlyWhatABrowserMaySend, lockOnlyWhereATokenIs],
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
