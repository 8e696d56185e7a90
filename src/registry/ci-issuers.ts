/** The issuer of the tokens of GitHub Actions. */
export const GITHUB_ISSUER = 'https://token.actions.githubusercontent.com';

/** The issuer of the tokens of GitLab CI at gitlab.com. */
export const GITLAB_ISSUER = 'https://gitlab.com';
