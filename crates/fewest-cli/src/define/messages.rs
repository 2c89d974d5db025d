//! Mistakes with the line they are in and a caret under the faulty part.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use fewest::model::{Problem, Problems};

use crate::{End, plain, terminal};

/// Reports what is wrong with one file, on standard error.
pub struct Messages<'t> {
    name: &'t str,
    text: &'t str,
    renderer: Renderer,
}

impl<'t> Messages<'t> {
    pub fn new(name: &'t str, text: &'t str) -> Self {
        let renderer = if terminal::has_colours() {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        Self {
            name,
            text,
            renderer,
        }
    }

    /// Reports mistakes that end the command.
    pub fn refuse(&self, problems: &Problems) -> End {
        self.show(&Level::ERROR, problems);
        End::BadInput
    }

    pub fn warnings(&self, problems: &Problems) {
        self.show(&Level::WARNING, problems);
    }

    pub fn notes(&self, problems: &Problems) {
        if !plain::is_quiet() {
            self.show(&Level::NOTE, problems);
        }
    }

    fn show(&self, level: &Level<'static>, problems: &Problems) {
        for problem in &problems.0 {
            let shown = self.renderer.render(&[self.group(level, problem)]);
            plain::line(&format!("{shown}\n"));
        }
    }

    fn group<'p>(&'p self, level: &Level<'static>, problem: &'p Problem) -> Group<'p> {
        let title = level.clone().primary_title(&problem.message);
        // A span of several lines is shown by its first line.
        let span = problem.span.clone();
        let lines = self.text.get(span.clone()).unwrap_or_default();
        let end = span.start + lines.lines().next().map_or(0, str::len);
        let annotation = AnnotationKind::Primary.span(span.start..end);
        let snippet = Snippet::source(self.text).path(self.name);
        let group = title.element(snippet.annotation(annotation));
        match &problem.help {
            Some(help) => group.element(Level::HELP.message(help)),
            None => group,
        }
    }
}
