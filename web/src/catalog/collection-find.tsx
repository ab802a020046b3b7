import { countText } from '../ui/figures.ts';
import { TextField } from '../ui/text-field.tsx';
import { mostCollections } from './use-collections.ts';
import '../styles/choices.css';

type CollectionFindProps = {
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly found: number;
  readonly total: number;
  readonly hasMore: boolean;
};

/** More than these are looked through by words. */
export const mostSeen = 12;

export const CollectionFind = ({ words, onWords, found, total, hasMore }: CollectionFindProps) => (
  <div className="choice-find">
    <TextField
      label="Find a collection"
      type="search"
      autoComplete="off"
      value={words}
      onChange={({ currentTarget }) => onWords(currentTarget.value)}
      // The form around it is not meant.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
    <p role="status" className="hint">
      {words.trim() !== '' && `${countText(found)} of ${countText(total)}`}
      {hasMore && ` These are the first ${countText(mostCollections)}.`}
    </p>
  </div>
);
