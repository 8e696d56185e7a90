/**
 * The request header with the id of the user for whom the service made a page. A page that stays
 * open sends it, because the browser may have another session by then.
 */
export const PAGE_USER_HEADER = 'X-Page-User';
