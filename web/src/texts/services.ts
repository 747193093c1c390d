import { rendered, type Values } from '@bedplate/contract/texts/text';
import { servicesTexts } from './en/services.ts';

/** @returns a text of the page of services, which is English only */
export function t(key: keyof typeof servicesTexts, values?: Values): string {
  return rendered(servicesTexts[key], values);
}
