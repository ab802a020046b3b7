import type { AnswerContext, FeatureFile } from '../../wfs/outputs/output.ts';
import { makeGeoPackage } from './geopackage-maker.ts';
import { makeShapeZip } from './shape-zip-maker.ts';

export type MakerNeeds = { readonly temporaryFolder: string; readonly nowMs: () => number };

export type MakeFile = (context: AnswerContext, needs: MakerNeeds) => FeatureFile;

/** What makes the formats that are files first, by the name that their output has for it. */
export const fileMakers: Readonly<Record<string, MakeFile>> = {
  'shape-zip': (context, needs) => makeShapeZip(context, needs),
  geopackage: makeGeoPackage,
};
