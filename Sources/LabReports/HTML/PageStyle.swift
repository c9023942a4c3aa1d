/// The style of a page, for light and dark mode.
enum PageStyle {
    static let text = #"""
        :root {
          color-scheme: light dark;
          --ink: #1c2331; --soft: #5b6577; --page: #f5f6f9; --card: #ffffff; --line: #d8dde7; --accent: #2456c7;
          --good: #1b7a48; --bad: #bf2f26; --warn: #8f5a00; --deed: #2456c7; --service: #7a3fbf; --tap: #a86400;
          --link: #5d7896; --sight: #1b7a48; --trouble: #bf2f26; --device: #6b7280; --claim: #9aa3b2;
          --wash: #fdf1ef; --mark: #ffe9a8;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ink: #e6e9ef; --soft: #9aa5b6; --page: #12151a; --card: #1b2027; --line: #333b47; --accent: #8db2ff;
            --good: #6fd39b; --bad: #ff8f85; --warn: #f0b95c; --deed: #8db2ff; --service: #c79bff; --tap: #f0b95c;
            --link: #93aecb; --sight: #6fd39b; --trouble: #ff8f85; --device: #a3abb8; --claim: #6d7787;
            --wash: #2a1d1f; --mark: #4a3d12;
          }
        }
        * { box-sizing: border-box; }
        body {
          margin: 0 auto; padding: 1.5rem clamp(1rem, 3vw, 3rem) 4rem; max-width: 82rem;
          background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
        }
        h1 { margin: .2rem 0 .6rem; font-size: 1.5rem; line-height: 1.25; }
        h2 { margin: 0 0 .5rem; font-size: 1.15rem; }
        h2 b, nav b { color: var(--accent); font-variant-numeric: tabular-nums; }
        code, .log, .steps td:nth-child(2), .event { font-family: ui-monospace, Menlo, Consolas, monospace; }
        a { color: var(--accent); }
        header ul { margin: 0; padding: 0 0 0 1.1rem; color: var(--soft); }
        nav ol { margin: .8rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: .4rem; list-style: none; }
        nav a {
          display: block; padding: .2rem .7rem; background: var(--card); border: 1px solid var(--line);
          border-radius: 1rem; text-decoration: none; color: var(--ink);
        }
        .verdict {
          display: inline-block; margin: 0; padding: .1rem .8rem; border-radius: 1rem; font-weight: 600;
          color: var(--card); background: var(--warn);
        }
        .verdict.pass { background: var(--good); }
        .verdict.fail { background: var(--bad); }
        article, section {
          margin-top: 1.5rem; padding: 1.1rem 1.3rem 1.3rem; background: var(--card);
          border: 1px solid var(--line); border-radius: .6rem;
        }
        .witness {
          margin: 0 0 .9rem; padding: .6rem .9rem; background: var(--wash); border-left: 4px solid var(--bad);
          border-radius: .2rem; font-size: 1.05rem;
        }
        .where, .more, section > p { color: var(--soft); }
        table { border-collapse: collapse; }
        th, td { padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top; }
        th { color: var(--soft); font-weight: 500; font-size: .85rem; }
        .steps { margin-bottom: .9rem; }
        .steps td:first-child { text-align: right; color: var(--soft); }
        .steps th, .steps td:nth-child(2), .counts th { white-space: nowrap; }
        .wide { overflow-x: auto; }
        .counts td { border-top: 1px solid var(--line); font-variant-numeric: tabular-nums; }
        .counts td:nth-last-child(-n+4):not(:nth-child(-n+2)), .counts th:nth-child(n+3) { text-align: right; }
        .counts .idle { color: var(--soft); }
        .counts .broken td { color: var(--bad); font-weight: 600; }
        .command { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; margin: 0 0 .4rem; }
        .command code {
          padding: .35rem .6rem; background: var(--page); border: 1px solid var(--line); border-radius: .3rem;
        }
        button, select, input {
          font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .3rem;
          padding: .25rem .6rem;
        }
        button { cursor: pointer; }
        button:hover { border-color: var(--accent); }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
        details { margin: .4rem 0 .9rem; }
        summary { cursor: pointer; color: var(--accent); }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem .9rem; margin: 0; }
        dt { color: var(--soft); }
        dd { margin: 0; }
        .tools { display: flex; flex-wrap: wrap; gap: .5rem 1.1rem; align-items: center; margin: .6rem 0; }
        .tools select { max-width: 18rem; }
        .tools output { color: var(--soft); }
        .chart { display: flex; border: 1px solid var(--line); border-radius: .4rem; overflow: hidden; }
        .names {
          flex: none; max-width: 11rem; margin: 0; padding: 28px 0 0; list-style: none; background: var(--page);
        }
        .names li {
          height: 34px; padding: 0 .8rem; line-height: 34px;
          white-space: nowrap; overflow: hidden; text-overflow: ellipsis;
          border-top: 1px solid var(--line); font-size: .9rem;
        }
        .scroll { flex: 1; overflow-x: auto; }
        svg { display: block; }
        svg text { fill: var(--soft); font: 11px system-ui, sans-serif; }
        .row { stroke: var(--line); }
        .gap { stroke: var(--line); stroke-dasharray: 2 4; }
        .dot { cursor: pointer; stroke: var(--card); stroke-width: 1; }
        .dot.faint { opacity: .22; }
        .dot.involved { stroke: var(--bad); stroke-width: 2.5; }
        .cursor { stroke: var(--accent); stroke-width: 1.5; fill: none; }
        .tone-0 { fill: var(--deed); } .tone-1 { fill: var(--service); } .tone-2 { fill: var(--tap); }
        .tone-3 { fill: var(--link); } .tone-4 { fill: var(--sight); } .tone-5 { fill: var(--trouble); }
        .tone-6 { fill: var(--device); } .tone-7 { fill: var(--claim); }
        .legend { display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; margin: .4rem 0 0; padding: 0; list-style: none; }
        .legend li { display: flex; gap: .35rem; align-items: center; color: var(--soft); font-size: .85rem; }
        .event {
          margin: .7rem 0; padding: .5rem .8rem; min-height: 4.2em; background: var(--page); border-radius: .3rem;
        }
        .event p { margin: 0; }
        .event .why { color: var(--soft); font-size: .85rem; }
        .log {
          margin: 0; padding: 0; max-height: 19rem; overflow-y: auto; list-style: none; font-size: .85rem;
          border: 1px solid var(--line); border-radius: .4rem;
        }
        .log li { display: flex; gap: 1rem; padding: .08rem .8rem; cursor: pointer; }
        .log li:hover { background: var(--page); }
        .log .chosen { background: var(--mark); }
        .log .chosen:hover { background: var(--mark); }
        .log .broke span:last-child { color: var(--bad); font-weight: 600; }
        .log span:first-child { flex: none; width: 8.5em; color: var(--soft); }
        .log span:nth-child(2) {
          flex: none; width: 9em; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
        }
        .log .claim { color: var(--soft); font-style: italic; }
        @media (max-width: 40rem) {
          article, section { padding: .9rem; }
          .names { max-width: 6rem; }
          .log li { flex-wrap: wrap; gap: 0 .8rem; }
          .log span:last-child { flex: 1 0 100%; }
        }
        """#
}
