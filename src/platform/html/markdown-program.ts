// The program of a thread: renders one long text.
import { createMarkdown } from './markdown.js';

/** The input of the program. */
export interface MarkdownTask {
  readonly text: string;
  /** The start of the addresses of pictures that may be shown. */
  readonly ownPictures: string;
}

/** Renders Markdown as safe HTML. */
export default function renderMarkdown({ text, ownPictures }: MarkdownTask): string {
  return createMarkdown(ownPictures)(text).text;
}
