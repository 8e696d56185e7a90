import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

/** Typing pauses this long before a search. */
const PAUSE_MILLISECONDS = 300;

/** A field whose user searches as they type, with one search for each pause. */
export function SearchField(props: {
  readonly label: string;
  readonly maxLength: number;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}) {
  const { label, maxLength, value, onSearch } = props;
  const [text, setText] = useState(value);
  const search = useRef(onSearch);
  search.current = onSearch;
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => search.current(text), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <TextInput
      type="search"
      label={label}
      maxLength={maxLength}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
