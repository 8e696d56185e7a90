/** The readers of the guides, in the order of the list. `managers` build mod managers. */
export const READERS = ['everyone', 'managers', 'creators', 'operators', 'contributors'] as const;

/** A group of readers. */
export type Reader = (typeof READERS)[number];

/**
 * The files of the guides that the list shows, from the root of the project. All other Markdown
 * files of `docs` are pages too, but not in the list.
 */
export const GUIDE_LIST: Readonly<Record<Reader, readonly string[]>> = {
  everyone: ['README.md', 'docs/glossary.md', 'CHANGELOG.md'],
  managers: [
    'docs/api-design.md',
    'docs/search.md',
    'docs/install-plans.md',
    'docs/downloads.md',
    'docs/oauth.md',
    'docs/contract/README.md',
    'docs/generated/errors.md',
  ],
  creators: [
    'docs/guides/publish-from-ci.md',
    'docs/uploads.md',
    'docs/applications.md',
    'docs/webhooks.md',
    'docs/agent-gateway.md',
    'docs/guides/mcp.md',
    'docs/generated/permissions.md',
    'docs/generated/lifecycles.md',
  ],
  operators: [
    'docs/operations.md',
    'docs/accounts.md',
    'docs/recovery.md',
    'docs/security.md',
    'docs/performance.md',
    'docs/jobs.md',
    'SECURITY.md',
  ],
  contributors: [
    'CONTRIBUTING.md',
    'docs/architecture.md',
    'docs/catalog-pages.md',
    'docs/pages.md',
    'docs/data-model.md',
    'docs/testing.md',
    'docs/decisions/README.md',
  ],
};

/** The titles of guides whose first heading says little. */
export const GUIDE_TITLES: Readonly<Record<string, string>> = { 'README.md': 'Getting started' };

/**
 * The names of guides whose file name says little, or is not unique: `docs/security.md` has the
 * name `security`.
 */
const NAMES: Readonly<Record<string, string>> = {
  'README.md': 'getting-started',
  'SECURITY.md': 'security-policy',
};

/**
 * The address of a guide after `/guides/`, such as `install-plans` for `docs/install-plans.md`, and
 * `mcp` for `docs/guides/mcp.md`. The README of a folder has the name of the folder.
 */
export function nameOfGuide(file: string): string {
  return (
    NAMES[file] ??
    file
      .replace(/^docs\/(?:guides\/)?/, '')
      .replace(/\/README\.md$/, '')
      .replace(/\.md$/, '')
      .toLowerCase()
  );
}
