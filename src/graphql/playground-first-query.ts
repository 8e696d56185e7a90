/** What a visitor of the playground finds in the editor; it runs as it stands. */
export const FIRST_QUERY = `# Welcome to modport. Press "Send Request", or Ctrl-Enter, to run this query.
#
# To act as yourself, open the "Auth" tab above and paste a token into its
# bearer field: it is sent as "Authorization: Bearer <token>". Leave the
# field empty to ask as anybody. The token is forgotten when the page closes.
#
# "Docs" lists every operation; Ctrl-Space completes what you type.

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
