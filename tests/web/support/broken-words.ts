import type { Page } from 'playwright-core';

/** Short words in the cells of tables that stand on more than one line. */
export const brokenWords = (page: Page, cells = 'td, tbody th', longest = 16): Promise<readonly string[]> =>
  page.evaluate(
    ([selector, most]) => {
      const broken: string[] = [];
      const words = new RegExp(String.raw`(?<!\w)\w{1,${most}}(?!\w)`, 'g');
      for (const cell of document.querySelectorAll(selector)) {
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        while (texts.nextNode())
          for (const { 0: word, index } of (texts.currentNode as Text).data.matchAll(words)) {
            const range = document.createRange();
            range.setStart(texts.currentNode, index);
            range.setEnd(texts.currentNode, index + word.length);
            if (range.getClientRects().length > 1) broken.push(word);
          }
      }
      return broken;
    },
    [cells, longest] as const,
  );
