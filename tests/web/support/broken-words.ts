import type { Page } from 'playwright-core';

/** Short words in the cells of tables that stand on more than one line. */
export const brokenWords = (page: Page, cells = 'td, tbody th'): Promise<readonly string[]> =>
  page.evaluate((selector) => {
    const broken: string[] = [];
    for (const cell of document.querySelectorAll(selector)) {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (texts.nextNode())
        for (const { 0: word, index } of (texts.currentNode as Text).data.matchAll(/(?<!\w)\w{1,16}(?!\w)/g)) {
          const range = document.createRange();
          range.setStart(texts.currentNode, index);
          range.setEnd(texts.currentNode, index + word.length);
          if (range.getClientRects().length > 1) broken.push(word);
        }
    }
    return broken;
  }, cells);
