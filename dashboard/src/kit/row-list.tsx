import { Fragment, type ReactNode } from 'react';

/**
 * The rows of a list, or `none`, the text of an empty list. Below them is `more`, the button for
 * the next page.
 */
export function RowList<Item extends { readonly id: string }>(props: {
  readonly items: readonly Item[];
  readonly none: string;
  readonly more?: ReactNode;
  /** Renders a row, as an `li`. */
  readonly row: (item: Item) => ReactNode;
}) {
  const { items, none, more, row } = props;
  return (
    <>
      {items.length === 0 ? (
        <p className="none">{none}</p>
      ) : (
        <ul className="rows">
          {items.map((item) => (
            <Fragment key={item.id}>{row(item)}</Fragment>
          ))}
        </ul>
      )}
      {more}
    </>
  );
}
