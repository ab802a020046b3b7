import type { PlatformError } from '../../shared/errors.ts';
import { namespaces, schemaPlaces, xmlHead } from '../namespaces.ts';
import type { Version } from '../versions.ts';
import { xmlText } from '../xml-text.ts';

export type Report = { readonly contentType: string; readonly text: string };

type Told = { readonly code: string; readonly locator: string; readonly text: string };

/** What a failure is called in OWS; `message` is what the service says of it elsewhere. */
function toldBy({ kind, detail }: PlatformError, message: string): Told {
  const { exceptionCode: code, locator } = detail.exception ?? usual(kind);
  return { code, locator, text: (detail.exception === undefined ? null : detail.reason) ?? message };
}

const usual = (kind: PlatformError['kind']) => {
  if (kind === 'unparsable_body') return { exceptionCode: 'OperationParsingFailed', locator: 'request' };
  const isCallers = kind === 'invalid_parameters' || kind === 'geometry_unusable';
  return { exceptionCode: isCallers ? 'InvalidParameterValue' : 'NoApplicableCode', locator: 'request' };
};

/** A report of the form that the version has, or of JSON where that is asked for. The prefix is what clients look for. */
export function exceptionReport(error: PlatformError, message: string, version: Version, isJson: boolean): Report {
  const told = toldBy(error, message);
  if (isJson)
    return {
      contentType: 'application/json; charset=utf-8',
      text: JSON.stringify({ version: '2.0.0', exceptions: [told] }),
    };
  if (version === '1.0.0') return { contentType: 'application/vnd.ogc.se_xml', text: serviceException(told) };
  const isNew = version === '2.0.0';
  const [uri, place] = isNew ? [namespaces.ows11, schemaPlaces.ows11] : [namespaces.ows, schemaPlaces.ows10];
  return {
    contentType: 'application/xml; charset=utf-8',
    text:
      `${xmlHead}<ows:ExceptionReport xmlns:ows="${uri}" xmlns:xsi="${namespaces.xsi}"` +
      ` xsi:schemaLocation="${uri} ${place}" version="${isNew ? '2.0.0' : '1.0.0'}" ${isNew ? 'xml:lang' : 'language'}="en">\n` +
      `<ows:Exception exceptionCode="${told.code}" locator="${xmlText(told.locator)}">\n` +
      `<ows:ExceptionText>${xmlText(told.text)}</ows:ExceptionText>\n</ows:Exception>\n</ows:ExceptionReport>\n`,
  };
}

const serviceException = ({ code, locator, text }: Told): string =>
  `${xmlHead}<ServiceExceptionReport xmlns="${namespaces.ogc}" xmlns:xsi="${namespaces.xsi}"` +
  ` xsi:schemaLocation="${namespaces.ogc} ${schemaPlaces.exception10}" version="1.2.0">\n` +
  `<ServiceException code="${code}" locator="${xmlText(locator)}">${xmlText(text)}</ServiceException>\n` +
  `</ServiceExceptionReport>\n`;
