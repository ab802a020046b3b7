import type { SelectedAcquisition } from '@swath/client';
import { type Choice, ChoiceField } from './choice-field.tsx';
import { CheckField } from './check-field.tsx';
import { type Options, type Product, products } from './draft.ts';
import { HdField } from './hd-field.tsx';

type OptionsStepProps = {
  readonly options: Options;
  readonly onChange: (options: Options) => void;
  readonly hasArea: boolean;
  /** Those that are ordered; null where they are not known. */
  readonly acquisitions: readonly SelectedAcquisition[] | null;
  readonly onLeaveOut: (ids: readonly string[]) => void;
};

export function OptionsStep({ options, onChange, hasArea, acquisitions, onLeaveOut }: OptionsStepProps) {
  const toggle = (product: Product, isWanted: boolean) => {
    const others = [...options.unwanted].filter((each) => each !== product);
    onChange({ ...options, unwanted: new Set(isWanted ? others : [...others, product]) });
  };
  return (
    <div className="option-columns">
      <fieldset className="choices">
        <legend>Files of each tile</legend>
        {products.map((product) => (
          <CheckField
            key={product}
            label={names[product]}
            hint={hints[product]}
            isChecked={!options.unwanted.has(product)}
            onChange={(isWanted) => toggle(product, isWanted)}
          />
        ))}
      </fieldset>
      <div className="choices">
        <fieldset className="choices">
          <legend>How it is cut</legend>
          <HdField
            isHd={options.isHd}
            onChange={(isHd) => onChange({ ...options, isHd })}
            acquisitions={acquisitions}
            onLeaveOut={onLeaveOut}
          />
          <CheckField
            label="Clip to the area"
            hint={hasArea ? 'What lies outside the area holds no data.' : 'Needs an area: nothing to clip to.'}
            isChecked={options.isClipped}
            isDisabled={!hasArea && !options.isClipped}
            onChange={(isClipped) => onChange({ ...options, isClipped })}
          />
        </fieldset>
        <ChoiceField
          legend="Pixels"
          choices={grids}
          chosen={options.grid}
          onChoose={(grid) => onChange({ ...options, grid })}
        />
      </div>
    </div>
  );
}

const names: Readonly<Record<Product, string>> = {
  visual: 'Visual',
  ms_analytic: 'Multispectral',
  pan_analytic: 'Panchromatic',
  data_mask: 'Data mask',
  cloud_mask: 'Cloud mask',
};

const hints: Readonly<Record<Product, string>> = {
  visual: 'In natural colours, for the eye.',
  ms_analytic: 'All bands, where the archive has them.',
  pan_analytic: 'The finest single band, where the archive has it.',
  data_mask: 'The outline of what is shown.',
  cloud_mask: 'Where the archive has drawn the clouds.',
};

const grids: readonly Choice<Options['grid']>[] = [
  { value: 'source', name: 'As they were taken', hint: 'Nothing is resampled.' },
  { value: 'cell', name: 'On the grid', hint: 'Dates of one place lie exactly upon each other.' },
];
