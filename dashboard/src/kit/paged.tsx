import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from './problem-alert';
import { useWrite } from './use-write';

/** One page of a list. `nextCursor` is null on the last page. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly pagination: { readonly nextCursor: string | null };
}

/** The items of a list that its user reads page by page, and the button for the next page. */
interface Paged<Item> {
  readonly items: readonly Item[];
  readonly more: ReactNode;
}

/**
 * Returns the items of the first page, and reads further pages with `readMore`. `more` is the
 * button and its error; the button is absent after the last page. If `first` is another object, as
 * after a reload, the further pages are dropped.
 */
export function usePaged<Item>(
  first: ListPage<Item>,
  readMore: (cursor: string) => Promise<ListPage<Item>>,
): Paged<Item> {
  const { t } = useTranslation();
  const { run, isBusy, error } = useWrite();
  const [shown, setShown] = useState({ first, pages: [first] });
  const pages = shown.first === first ? shown.pages : [first];
  const cursor = pages.at(-1)?.pagination.nextCursor ?? null;
  const more = async (from: string) => {
    const page = await readMore(from);
    setShown({ first, pages: [...pages, page] });
  };
  return {
    items: pages.flatMap(({ items }) => items),
    more: (
      <>
        {error !== null && <ProblemAlert error={error} />}
        {cursor !== null && (
          <Button
            variant="default"
            mt="md"
            loading={isBusy}
            onClick={() => void run(() => more(cursor))}
          >
            {t('app.more')}
          </Button>
        )}
      </>
    ),
  };
}
