/// The script that draws the timelines of a page and copies commands.
enum PageScript {
    static let text = #"""
        "use strict";
        (() => {
          const histories = JSON.parse(document.getElementById("histories").textContent);
          const drawing = "http://www.w3.org/2000/svg";
          const [laneHeight, top, most] = [34, 28, 1500];
          const tones = [
            "people and app servers", "service", "taps", "requests and answers", "what the user sees", "faults",
            "state of devices", "reports of components",
          ];
          const shapes = [
            "M-5-5H5V5H-5Z", "M0-6A6 6 0 1 1 0 6A6 6 0 1 1 0-6", "M0-6L6 5H-6Z", "M0-4A4 4 0 1 1 0 4A4 4 0 1 1 0-4",
            "M0-7L6 0L0 7L-6 0Z", "M-6-3L-3-6L0-3L3-6L6-3L3 0L6 3L3 6L0 3L-3 6L-6 3L-3 0Z", "M-3-6H3V6H-3Z",
            "M0-3A3 3 0 1 1 0 3A3 3 0 1 1 0-3",
          ];

          const fill = (node, attributes, children) => {
            for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
            node.append(...children);
            return node;
          };
          const make = (name, attributes = {}, ...children) =>
            fill(document.createElement(name), attributes, children);
          const draw = (name, attributes = {}, ...children) =>
            fill(document.createElementNS(drawing, name), attributes, children);

          const clock = (time, isLong) => {
            const pad = (number, width) => String(number).padStart(width, "0");
            const all = Math.floor(time / 1000);
            const [hours, minutes] = [Math.floor(all / 3600000), Math.floor(all / 60000) % 60];
            const front = hours > 0 || isLong ? pad(hours, 2) + ":" : "";
            return front + pad(minutes, 2) + ":" + pad(Math.floor(all / 1000) % 60, 2) + "." + pad(all % 1000, 3);
          };
          const span = time => {
            const units = [[86400e6, "d"], [3600e6, "h"], [60e6, "min"], [1e6, "s"], [1e3, "ms"], [1, "µs"]];
            const [size, name] = units.find(([size]) => time >= size) || [1, "µs"];
            return Math.round(time / size * 10) / 10 + " " + name;
          };

          class Timeline {
            constructor(box, history) {
              const used = new Set(history.events.map(event => event[2]));
              const places = history.lanes.map((_, lane) => lane).filter(lane => used.has(lane));
              Object.assign(this, { box, lanes: places.map(lane => history.lanes[lane]), subjects: history.subjects });
              this.events = history.events.map(([time, index, lane, tone, subject, step, hop, broke, words]) =>
                ({ time, index, lane: places.indexOf(lane), tone, subject, step, hop, broke, words }));
              this.isLong = this.events.some(event => event.time >= 3600e6);
              this.build(history);
              this.show();
              const broke = this.shown.filter(event => event.broke);
              this.choose(broke[broke.length - 1] || null, true);
            }

            build(history) {
              const all = make("option", { value: "-1" }, "all notifications");
              this.select = make("select", {}, all, ...this.subjects.map((name, number) =>
                make("option", { value: number }, name || "(no id)")));
              this.claims = make("input", { type: "checkbox" });
              this.search = make("input", { type: "search", placeholder: "find in events" });
              this.count = make("output");
              for (const control of [this.select, this.claims, this.search]) {
                control.addEventListener("input", () => this.show());
              }
              this.scroll = make("div", { class: "scroll", tabindex: "0", "aria-label": "Timeline; arrow keys move" });
              this.scroll.addEventListener("keydown", key => this.move(key));
              this.note = make("div", { class: "event", "aria-live": "polite" });
              this.list = make("ol", { class: "log" });
              const lanes = this.lanes.map(name => make("li", { title: name }, name));
              const names = make("ol", { class: "names" }, ...lanes);
              const legend = tones.map((name, tone) => {
                const shape = draw("path", { d: shapes[tone], class: "tone-" + tone, transform: "translate(8 8)" });
                return make("li", {}, draw("svg", { width: 16, height: 16, "aria-hidden": "true" }, shape), name);
              });
              const cut = [[history.before, "earlier"], [history.after, "later"]].filter(([count]) => count > 0)
                .map(([count, when]) => count + " " + when).join(" and ");
              this.box.replaceChildren(
                make("div", { class: "tools" },
                  make("label", {}, "Notification ", this.select),
                  make("label", {}, this.claims, " claims"), this.search, this.count),
                make("div", { class: "chart" }, names, this.scroll),
                make("ul", { class: "legend" }, ...legend), this.note, this.list,
                ...(cut ? [make("p", { class: "more" }, cut + " events are not shown here.")] : []));
            }

            show() {
              const subject = Number(this.select.value);
              const text = this.search.value.toLowerCase();
              const steps = new Set(this.events.filter(event => event.subject === subject).map(event => event.step));
              this.shown = this.events.filter(event =>
                (this.claims.checked || event.tone !== 7)
                && (subject < 0 || event.subject === subject
                  || event.subject < 0 && event.step > 0 && steps.has(event.step))
                && (text === "" || (this.lanes[event.lane] + " " + event.words).toLowerCase().includes(text)));
              this.count.textContent = this.shown.length + " of " + this.events.length + " events";
              this.drawChart();
              this.listEvents();
              this.choose(this.shown.includes(this.chosen) ? this.chosen : null, false);
            }

            drawChart() {
              let [x, last] = [40, null];
              const [marks, times] = [[], []];
              let labelled = -100;
              this.places = new Map();
              for (const event of this.shown) {
                const gap = last === null ? 0 : event.time - last;
                if (last !== null) x += gap === 0 ? 11 : Math.min(14 + 7 * Math.log2(1 + gap / 1000), 110);
                if (gap >= 1e6) {
                  const middle = x - 30;
                  marks.push(draw("line", { class: "gap", x1: middle, x2: middle, y1: top - 4, y2: this.bottom }));
                }
                if (gap >= 1e6 || x - labelled > 90) {
                  const words = gap >= 1e6 && x - labelled < 90 ? "+" + span(gap) : clock(event.time, this.isLong);
                  if (x - labelled > 40) {
                    times.push(draw("text", { x, y: 17, "text-anchor": "middle" }, words));
                    labelled = x;
                  }
                }
                this.places.set(event, x);
                last = event.time;
              }
              const width = Math.max(x + 50, 200);
              const rows = this.lanes.map((_, lane) => {
                const y = top + laneHeight * lane + laneHeight / 2;
                return draw("line", { class: "row", x1: 0, x2: width, y1: y, y2: y });
              });
              this.dots = new Map(this.shown.map(event => [event, this.dot(event)]));
              this.cursor = draw("circle", { class: "cursor", r: 11, visibility: "hidden" });
              this.scroll.replaceChildren(draw(
                "svg", { width, height: this.bottom + 6, role: "img" }, ...rows, ...marks, ...times,
                ...this.dots.values(), this.cursor));
            }

            get bottom() { return top + laneHeight * this.lanes.length; }

            height(event) { return top + laneHeight * event.lane + laneHeight / 2; }

            dot(event) {
              const label = clock(event.time, this.isLong) + " " + this.lanes[event.lane] + " " + event.words;
              const node = draw("path", {
                d: shapes[event.tone], class: "dot tone-" + event.tone + (event.broke ? " involved" : ""),
                transform: "translate(" + this.places.get(event).toFixed(1) + " " + this.height(event) + ")",
              }, draw("title", {}, label));
              node.addEventListener("click", () => this.choose(event, false));
              return node;
            }

            listEvents() {
              this.rows = new Map(this.shown.slice(0, most).map(event => {
                const kind = (event.tone === 7 ? "claim " : "") + (event.broke ? "broke" : "");
                const row = make("li", { class: kind },
                  make("span", {}, clock(event.time, this.isLong)), make("span", {}, this.lanes[event.lane]),
                  make("span", {}, event.words));
                row.addEventListener("click", () => this.choose(event, true));
                return [event, row];
              }));
              const more = this.shown.length - this.rows.size;
              this.list.replaceChildren(...this.rows.values());
              if (more > 0) this.list.append(make("li", {}, "… and " + more + " more"));
            }

            choose(event, scrolls) {
              this.rows.get(this.chosen)?.classList.remove("chosen");
              this.chosen = event;
              const kin = event && event.step > 0 ? event.step : null;
              for (const [other, dot] of this.dots) dot.classList.toggle("faint", kin !== null && other.step !== kin);
              if (!event) {
                this.cursor.setAttribute("visibility", "hidden");
                this.note.replaceChildren(make("p", { class: "why" }, "Choose an event to see what led to it."));
                return;
              }
              const [x, y] = [this.places.get(event), this.height(event)];
              fill(this.cursor, { cx: x, cy: y, visibility: "visible" }, []);
              if (scrolls || x < this.scroll.scrollLeft || x > this.scroll.scrollLeft + this.scroll.clientWidth) {
                this.scroll.scrollLeft = x - this.scroll.clientWidth / 2;
              }
              const row = this.rows.get(event);
              row?.classList.add("chosen");
              if (row) this.list.scrollTop = row.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
              this.describe(event);
            }

            describe(event) {
              const same = this.events.filter(other => other.step === event.step).length - 1;
              const parts = ["event " + event.index];
              if (event.step > 0) parts.push(same + " more have the same cause (not faint)");
              if (event.subject >= 0) parts.push("about " + (this.subjects[event.subject] || "(no id)"));
              if (event.tone === 7) parts.push("a claim, which is not judged");
              if (event.broke) parts.push("shows what broke");
              const line = clock(event.time, this.isLong) + "  " + this.lanes[event.lane] + "  " + event.words;
              this.note.replaceChildren(make("p", {}, line), make("p", { class: "why" }, parts.join(" · ")));
            }

            move(key) {
              const step = { ArrowRight: 1, ArrowLeft: -1 }[key.key];
              if (!step || this.shown.length === 0) return;
              key.preventDefault();
              const place = this.shown.indexOf(this.chosen) + step;
              this.choose(this.shown[Math.max(0, Math.min(place, this.shown.length - 1))], false);
            }
          }

          const copy = async (text, button) => {
            try {
              await navigator.clipboard.writeText(text);
            } catch {
              const field = make("textarea");
              field.value = text;
              document.body.append(field);
              field.select();
              document.execCommand("copy");
              field.remove();
            }
            button.textContent = "Copied";
            setTimeout(() => { button.textContent = "Copy"; }, 1500);
          };
          for (const line of document.querySelectorAll(".command")) {
            const [code, button] = [line.querySelector("code"), line.querySelector("button")];
            button.hidden = false;
            button.addEventListener("click", () => copy(code.textContent, button));
          }

          const watcher = new IntersectionObserver(entries => {
            for (const { isIntersecting, target } of entries) {
              if (!isIntersecting) continue;
              watcher.unobserve(target);
              new Timeline(target, histories[target.dataset.history]);
            }
          }, { rootMargin: "600px" });
          const boxes = [...document.querySelectorAll(".timeline")].filter(box => histories[box.dataset.history]);
          for (const box of boxes.slice(0, 3)) new Timeline(box, histories[box.dataset.history]);
          for (const box of boxes.slice(3)) watcher.observe(box);
        })();
        """#
}
